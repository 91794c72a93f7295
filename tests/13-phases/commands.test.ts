import { afterEach, describe, expect, it, vi } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { withHost } from "./opened.ts";
import { bodies, efforts, line } from "./phased.ts";

afterEach(() => vi.unstubAllEnvs());

const allTools = "All tools are there.";
const reads = "Nothing is changed: only tools that read are there.";

describe("a command", () => {
  it("changes the phase, and the effort with it, from the next request on", async () => {
    await withHost(findScenario("greeting"), async (opened) => {
      const { ask, heard, host } = opened;
      const said: [command: string, notice: string, changed?: string][] = [
        ["/phase", "The phase is build, the reasoning effort is medium."],
        ["/reasoning", "The reasoning effort is medium."],
        ["/phase plan", `From now on plan, with reasoning effort high. ${reads}`, "plan high"],
        ["/reasoning off", `From now on plan, with reasoning effort off. ${reads}`, "plan off"],
        ["/phase", "The phase is plan, the reasoning effort is off."],
        [
          "/phase review",
          `From now on review, with reasoning effort high. ${reads}`,
          "review high",
        ],
        ["/reasoning low", `From now on review, with reasoning effort low. ${reads}`, "review low"],
        ["/reasoning", "The reasoning effort is low."],
        [
          "/PHASE \tbuild ",
          `From now on build, with reasoning effort medium. ${allTools}`,
          "build medium",
        ],
        [
          "/reasoning high",
          `From now on build, with reasoning effort high. ${allTools}`,
          "build high",
        ],
        // the effort of the phase, where the user says the phase again
        [
          "/phase build",
          `From now on build, with reasoning effort medium. ${allTools}`,
          "build medium",
        ],
      ];
      for (const [command, notice] of said) expect(await ask(command)).toEqual([notice]);
      expect(heard.map(line)).toEqual(
        said.flatMap(([, notice, changed]) => [
          ...(changed ? [`phase.changed ${changed}`] : []),
          `notice ${notice}`,
        ]),
      );
      expect(heard.every(({ turnId }) => turnId === undefined)).toBe(true);
      await ask("/phase plan");
      await ask("hello");
      expect(host.session().settings).toEqual({
        ...{ provider: "openai", model: "tiny", phase: "plan", effort: "high" },
      });
      expect(efforts(bodies(opened))).toEqual(["high"]);
      expect(bodies(opened)[0]?.tools).toHaveLength(4);
    });
  });

  it("with a word that there is not is answered, and changes nothing", async () => {
    await withHost(findScenario("greeting"), async ({ ask, heard, host }) => {
      const before = host.session().settings;
      const phase = (word: string) => `/phase takes plan, build, review, not "${word}".`;
      const effort = (word: string) => `/reasoning takes off, low, medium, high, not "${word}".`;
      const refused: [command: string, notice: string][] = [
        ...["audit", "PLAN", "plan build", "plan,", "constructor", "__proto__", "1"].map(
          (word): [string, string] => [`/phase ${word}`, phase(word)],
        ),
        ...["on", "HIGH", "high low", "none", "minimal", "xhigh", "toString", "2"].map(
          (word): [string, string] => [`/reasoning ${word}`, effort(word)],
        ),
      ];
      for (const [command, notice] of refused) expect(await ask(command)).toEqual([notice]);
      expect(heard.map(line)).toEqual(refused.map(([, notice]) => `notice ${notice}`));
      expect(host.session().settings).toBe(before);
    });
  });

  it("that comes while a turn runs waits for its end", async () => {
    await withHost(findScenario("read-file"), async (opened) => {
      const { ask, heard, host } = opened;
      const waiting: Promise<string[]>[] = [];
      const leave = host.session().subscribe(({ type }) => {
        if (type !== "tool.started") return;
        leave();
        waiting.push(ask("/phase plan"));
      });
      await ask("go");
      await Promise.all(waiting);
      expect(heard.slice(-3).map(line)).toEqual([
        "turn.completed",
        "phase.changed plan high",
        `notice From now on plan, with reasoning effort high. ${reads}`,
      ]);
      expect(efforts(bodies(opened))).toEqual(["medium", "medium"]);
    });
  });

  it("stands in the list of all", async () => {
    await withHost(findScenario("greeting"), async ({ ask }) => {
      const [help = ""] = await ask("/help");
      expect(help.split("\n").filter((row) => /^\/(phase|reasoning)/.test(row))).toEqual([
        "/phase [plan|build|review]        what it may do",
        "/reasoning [off|low|medium|high]  how much it thinks",
      ]);
    });
  });

  it("belongs to its session: another one has its own phase, and a new one that of the one before", async () => {
    await withHost(findScenario("greeting"), async ({ ask, host }) => {
      const phase = () => {
        const { phase, effort } = host.session().settings;
        return `${phase} ${effort}`;
      };
      await ask("/phase review");
      await ask("/reasoning low");
      await ask("hello");
      await ask("/reset");
      expect(phase()).toBe("review low");
      await ask("/phase build");
      await ask("hello");
      await ask("/resume 2");
      expect(phase()).toBe("review low");
    });
  });
});
