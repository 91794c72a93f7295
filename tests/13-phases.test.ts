import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { phaseResponses, phaseTools } from "../chapters/13-phases/phases.ts";
import { firstSettings } from "../chapters/13-phases/settings.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/13-phases/state/reduce-session-event.ts";
import {
  createTools,
  simpleTool,
  type ToolMap,
  toolDefinitions,
} from "../chapters/13-phases/tools/registry.ts";
import type { PhaseName, SessionEvent, SessionEventBody } from "../shared/events.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { answer, call, notes, readNotes, say } from "../shared/rehearsal/scenarios/script.ts";
import { numbered, turnStarted, user } from "./04-reducer/events.ts";
import { inPlace, readLog } from "./07-sessions/kept.ts";
import {
  bodies,
  efforts,
  line,
  outputs,
  script,
  snapshot,
  useSession,
  withheld,
  withheldText,
  withSession,
} from "./13-phases/phased.ts";
import { type Problem, withPickyServer } from "./13-phases/picky-server.ts";
import { sentence } from "./support/exercise.ts";
import { trace } from "./support/trace.ts";
import { type TurnTrace, turnTraces } from "./support/turn-traces.ts";

const reading: PhaseName[] = ["plan", "review"];
const names = ["get_current_time", "read_workspace_file", "list_workspace", "search_workspace"];
const whole = toolDefinitions(createTools(".", { allowCommands: true }));
const seen = whole.filter(({ name }) => name !== "run_command");

const general = `You are a coding agent that works in a terminal.
Answer in a few plain sentences.
Say what you know and what you guess.
When you cannot do what is asked, say so.`;

const instructions: Record<PhaseName, string> = {
  plan: `${general}
You are planning. Look at what is there, change nothing, and answer with numbered steps and what is uncertain.`,
  build: `${general}
You are building. Take small steps, and check each one.`,
  review: `${general}
You are reviewing. Change nothing. Name what is wrong, where it is and why, the worst first.`,
};

/** Each step begins with its request, and the costs stand before the ending. */
function linesWithCosts({ begins, steps, ends }: TurnTrace, model: string): string[] {
  const status = ends === "turn.completed" ? "ok" : "failed";
  const requested = steps.flatMap((step) => [`model.requested ${model}`, ...step]);
  return [...begins, ...requested, `turn.metrics ${status}`, ends];
}

describe.concurrent("a turn in build", () => {
  it.each(Object.entries(turnTraces))("is as without phases: %s", async (name, turn) => {
    const { events } = await trace("13-phases", name, undefined, { retries: { firstDelayMs: 1 } });
    expect(events.map(line)).toEqual(linesWithCosts(turn, "rehearsal-1"));
  });
});

describe.concurrent("a turn that may only read", () => {
  it.each(reading)("answers a command with a failure that names the phase: %s", async (phase) => {
    const scenario = findScenario("run-command");
    const { begins, steps, ends } = turnTraces["run-command"] as TurnTrace;
    const [asked = "", started = ""] = steps[0] ?? [];
    const refused = withheld(phase, "tool.failed call_1 run_command ");
    await withSession(
      scenario,
      async ({ run, place }) => {
        const turn = { begins, steps: [[asked, started, refused], ...steps.slice(1)], ends };
        expect(await run(scenario.user)).toEqual(linesWithCosts(turn, "tiny"));
        const shown = bodies(place).map(({ tools }) => tools?.map(({ name }) => name).join(" "));
        expect(shown).toEqual(Array(2).fill(names.join(" ")));
        expect(bodies(place).map(({ tools }) => tools)).toEqual([seen, seen]);
        expect(bodies(place).map((body) => body.instructions)).toEqual(
          Array(2).fill(instructions[phase]),
        );
        expect(efforts(bodies(place))).toEqual(["high", "high"]);
        expect(bodies(place).map(outputs)).toEqual([{}, { call_1: withheld(phase) }]);
      },
      { phase },
    );
  });

  const readers = ["chain", "text-beside-call"];
  const rows = reading.flatMap((phase) => readers.map((name) => [phase, name] as const));

  it.each(rows)("is as in build where nothing else is asked for: %s, %s", async (phase, name) => {
    const scenario = findScenario(name);
    await withSession(
      scenario,
      async ({ run }) => {
        const turn = linesWithCosts(turnTraces[name] as TurnTrace, "tiny");
        expect(await run(scenario.user)).toEqual(turn);
      },
      { phase },
    );
  });
});

describe.concurrent("what the model is told of a phase", () => {
  it("is a line of instructions, and the tools of it: from the next request on", async () => {
    await withSession(findScenario("greeting"), async ({ run, change, place }) => {
      const order: PhaseName[] = ["build", "plan", "review", "build"];
      await run("one");
      for (const phase of order.slice(1)) {
        await change(phase);
        await run(phase);
      }
      const told = bodies(place).map(({ tools, instructions: line }) => ({ tools, line }));
      expect(told).toEqual(
        order.map((phase) => ({
          tools: phase === "build" ? whole : seen,
          line: instructions[phase],
        })),
      );
      expect(seen.map(({ name }) => name)).toEqual(names);
    });
  });
});

describe.concurrent("APP-02 a model that tries everything", () => {
  const commands = [
    "echo x > a",
    "sed -i s/milk/beer/ notes.txt",
    "echo x | tee notes.txt",
    "node -e \"fs.writeFileSync('a', 'x')\"",
    "git commit --amend",
    "rm -rf .",
    "",
  ];
  const unknown = [
    "write_workspace_file",
    "edit",
    "bash",
    "constructor",
    "Run_Command",
    "__proto__",
  ];
  const calls = [
    ...commands.map((command, place) =>
      call(`c${place}`, "run_command", JSON.stringify({ command })),
    ),
    ...unknown.map((name) => call(`u_${name}`, name, '{"path":"notes.txt","text":"x"}')),
    call("broken", "run_command", '{"command":'),
  ];
  const noTool = (name: string) =>
    `No tool named "${name}". Use one of: ${[...names, "run_command"].join(", ")}.`;
  const broken =
    'run_command was not run: "{\\"command\\":" is not a JSON object. It takes command (string).';

  it.each(reading)("changes nothing, and each call is answered: %s", async (phase) => {
    const scenario = {
      ...script(answer(...calls, readNotes("read")), answer(say("That did not work."))),
      files: { ...notes, "folder/deep.txt": "as it was" },
    };
    await withSession(
      scenario,
      async ({ run, place }) => {
        const before = snapshot(place.workspaceRoot);
        const lines = await run("go");
        const answers = {
          ...Object.fromEntries(commands.map((_, at) => [`c${at}`, withheld(phase)])),
          ...Object.fromEntries(unknown.map((name) => [`u_${name}`, noTool(name)])),
          broken,
          read: "buy milk",
        };
        expect(outputs(bodies(place)[1] ?? { input: [] })).toEqual(answers);
        const ends = lines.filter((each) => /^tool\.(finished|failed)/.test(each));
        expect(ends.map((each) => each.split(" ").slice(0, 2).join(" "))).toEqual([
          ...Object.keys(answers)
            .slice(0, -1)
            .map((id) => `tool.failed ${id}`),
          "tool.finished read",
        ]);
        expect(lines.at(-1)).toBe("turn.completed");
        expect(snapshot(place.workspaceRoot)).toEqual(before);
      },
      { phase },
    );
  });

  it("calls in vain what it has called in build, and may again when that is back", async () => {
    const scenario = script(
      answer(call("c1", "run_command", '{"command":"echo x>a.txt"}')),
      answer(say("Done.")),
    );
    await withSession(scenario, async ({ run, change, place }) => {
      const endOf = (lines: string[]) => lines.find((each) => /^tool\.f/.test(each));
      expect(endOf(await run("one"))).toBe("tool.finished c1 run_command [exit code 0]");
      const before = snapshot(place.workspaceRoot);
      for (const phase of reading) {
        await change(phase);
        expect(endOf(await run(phase))).toEqual(withheld(phase, "tool.failed c1 run_command "));
      }
      expect(snapshot(place.workspaceRoot)).toEqual(before);
      expect(Object.keys(before)).toEqual(["a.txt"]);
      await change("build");
      expect(endOf(await run("again"))).toBe("tool.finished c1 run_command [exit code 0]");
    });
  });
});

describe("a tool that nobody has thought about", () => {
  it.each(reading)("is withheld, as it may change something: %s", async (phase) => {
    const settings = () => ({ ...firstSettings, model: "tiny", phase });
    const ran: string[] = [];
    const tools: ToolMap = new Map();
    const work = () => {
      ran.push("fly");
      return { output: "Flown." };
    };
    tools.set("fly", simpleTool("Flies.", [], work));
    const [fly] = phaseTools(tools, settings).values();
    const flown = async () => fly?.call({});
    const said = await flown().catch((error: Error) => `thrown: ${error.message}`);
    expect(said).toEqual(sentence(`thrown: ${withheldText(phase, "fly")}`, "thrown: ", phase));
    expect(ran).toEqual([]);
    const asked: unknown[] = [];
    const response = { output: [] } as unknown as Responses.Response;
    const inPhase = phaseResponses(async (request) => {
      asked.push(request.tools);
      return response;
    }, settings);
    const request = { model: "tiny", input: [], tools: [...whole, ...toolDefinitions(tools)] };
    expect(await inPhase(request)).toBe(response);
    expect(asked).toEqual([seen]);
  });
});

describe.concurrent("the phase of a call", () => {
  const twice = () =>
    script(
      answer(
        call("c1", "run_command", '{"command":"echo x>one.txt"}'),
        call("c2", "run_command", '{"command":"echo x>two.txt"}'),
      ),
      answer(say("Done.")),
    );
  const started = (id: string, file: string) =>
    `tool.started ${id} run_command {"command":"echo x>${file}.txt"}`;
  const around = (...calls: string[]) => [
    ...["turn.started", "user.message go", "model.requested tiny"],
    "model.responded function_call function_call",
    ...calls,
    ...["model.requested tiny", "assistant.delta Done", "assistant.delta ."],
    ...["model.responded message", "assistant.message Done.", "turn.metrics ok", "turn.completed"],
  ];

  it.each(["tool.finished", "tool.started"] as const)(
    "is the one in which it is run, not the one in which it was asked for: changed at %s",
    async (type) => {
      await withSession(twice(), async ({ session, run, place }) => {
        session.subscribe((event) => {
          const isIt =
            event.type === type && event.callId === (type === "tool.started" ? "c2" : "c1");
          if (isIt) session.publish({ type: "phase.changed", phase: "plan", effort: "low" });
        });
        const changed = "phase.changed plan low";
        const start = started("c2", "two");
        expect(await run("go")).toEqual(
          around(
            started("c1", "one"),
            "tool.finished c1 run_command [exit code 0]",
            ...(type === "tool.started" ? [start, changed] : [changed, start]),
            withheld("plan", "tool.failed c2 run_command "),
          ),
        );
        expect(
          ["one.txt", "two.txt"].map((name) => existsSync(join(place.workspaceRoot, name))),
        ).toEqual([true, false]);
        // and the next request of the turn is one of the new phase
        const asked = bodies(place).map((body) => [body.instructions, body.tools?.length]);
        expect(asked).toEqual([
          [instructions.build, 5],
          [instructions.plan, 4],
        ]);
        expect(efforts(bodies(place))).toEqual(["medium", "low"]);
      });
    },
  );

  it("opens a tool as well as it closes one", async () => {
    await withSession(
      twice(),
      async ({ session, run }) => {
        session.subscribe((event) => {
          if (event.type !== "tool.failed") return;
          session.publish({ type: "phase.changed", phase: "build", effort: "low" });
        });
        expect(await run("go")).toEqual(
          around(
            started("c1", "one"),
            withheld("review", "tool.failed c1 run_command "),
            "phase.changed build low",
            started("c2", "two"),
            "tool.finished c2 run_command [exit code 0]",
          ),
        );
      },
      { phase: "review" },
    );
  });

  it("is not for the user to change while a turn runs: that is refused, in words", async () => {
    await withSession(twice(), async ({ session, run, change }) => {
      const refused: Promise<unknown>[] = [];
      session.subscribe(({ type }) => {
        if (type === "tool.started")
          refused.push(change("plan").catch((error: Error) => error.message));
      });
      expect(await run("go")).toEqual(
        around(
          started("c1", "one"),
          "tool.finished c1 run_command [exit code 0]",
          started("c2", "two"),
          "tool.finished c2 run_command [exit code 0]",
        ),
      );
      const sentence = '"record" has to wait: a turn is running.';
      expect(await Promise.all(refused)).toEqual([sentence, sentence]);
      expect(session.settings.phase).toBe("build");
      await change("plan");
      expect(session.settings.phase).toBe("plan");
    });
  });
});

describe.concurrent("a session that goes on", () => {
  const scenario = script(
    answer(call("call_1", "run_command", '{"command":"echo hi"}')),
    answer(say("Done.")),
  );
  const refused = withheld("plan", "tool.failed call_1 run_command ");
  const fields: [name: string, fields: Record<string, unknown>, effort: string][] = [
    ["a phase that nobody knows", { phase: "audit", effort: "low" }, "low"],
    ["a phase that is no text", { phase: { build: true }, effort: "low" }, "low"],
    ["no phase", { effort: "off" }, "-"],
    ["nothing", {}, "high"],
    ["an effort that nobody knows", { phase: "plan", effort: "ultra" }, "high"],
  ];

  it.each(fields)("only reads behind an event with %s", async (_name, payload, effort) => {
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "session.jsonl");
      await useSession(place, async ({ run }) => void (await run("one")), { path });
      const [{ sessionId = "" } = {}, ...others] = await readLog(path);
      const header = { sessionId, sequence: others.length + 1000, at: "2026-01-01T00:00:00.000Z" };
      const event = { type: "phase.changed", ...header, ...payload };
      await appendFile(path, `${JSON.stringify(event)}\n`);
      await useSession(
        place,
        async ({ session, run }) => {
          expect(await run("two")).toEqual([
            ...["turn.started", "user.message two"],
            ...["model.requested tiny", "model.responded function_call"],
            'tool.started call_1 run_command {"command":"echo hi"}',
            refused,
            ...["model.requested tiny", "assistant.delta Done", "assistant.delta ."],
            ...["model.responded message", "assistant.message Done."],
            ...["turn.metrics ok", "turn.completed"],
          ]);
          expect(session.settings.phase).toBe("plan");
        },
        { path },
      );
      expect(outputs(bodies(place).at(-1) ?? { input: [] })).toEqual({ call_1: withheld("plan") });
      expect(efforts(bodies(place))).toEqual(["medium", "medium", effort, effort]);
    });
  });
});

describe.concurrent("a model that takes no effort", () => {
  const notice = sentence(
    "notice tiny does not take a reasoning effort: it is asked without.",
    "notice ",
    "tiny",
  );
  const asked = (text: string) => ["turn.started", `user.message ${text}`, "model.requested tiny"];
  const answered = ["model.responded message", "assistant.message Hello."];
  const completed = ["turn.metrics ok", "turn.completed"];
  const wrote = ["assistant.delta Hello", "assistant.delta ."];

  it("is asked once more without it, and the user is told, once", async () => {
    await withSession(findScenario("no-reasoning-effort"), async (opened) => {
      const { run, change, place, events } = opened;
      expect(await run("one")).toEqual([
        ...[...asked("one"), notice],
        ...[...wrote, ...answered, ...completed],
      ]);
      // which is of no turn, also in the middle of one
      const [begun] = events;
      expect(events.map(({ turnId }) => turnId)).toEqual(
        events.map(({ type }) => (type === "notice" ? undefined : begun?.turnId)),
      );
      const [first, second] = bodies(place);
      expect(first).toEqual({ ...second, reasoning: { effort: "medium", summary: "auto" } });
      expect(await run("two")).toEqual([...asked("two"), ...wrote, ...answered, ...completed]);
      await change("plan", "high");
      expect(await run("three")).toEqual([...asked("three"), ...wrote, ...answered, ...completed]);
      expect(efforts(bodies(place))).toEqual(["medium", "-", "-", "-"]);
    });
  });

  it("is not asked for it where that is off", async () => {
    await withSession(findScenario("no-reasoning-effort"), async ({ run, change, place }) => {
      await change("build", "off");
      expect(await run("one")).toEqual([...asked("one"), ...wrote, ...answered, ...completed]);
      expect(efforts(bodies(place))).toEqual(["-"]);
    });
  });

  it("is asked without it as often as any other, where a server is busy", async () => {
    const refusal: Problem = { message: "No reasoning.effort here.", param: "reasoning.effort" };
    const busy: Problem = { message: "Busy." };
    await withPickyServer([[400, refusal], [503, busy], "ok"], async (server) => {
      await withSession(
        findScenario("greeting"),
        async ({ run }) => {
          expect(await run("go")).toEqual([
            ...[...asked("go"), notice, "model.retrying 2 1 503 Busy."],
            ...[...answered, ...completed],
          ]);
          expect(efforts(server.bodies)).toEqual(["medium", "-", "-"]);
        },
        { baseURL: server.baseURL },
      );
    });
  });
});

describe("the screen", () => {
  const plan: SessionEventBody = { type: "phase.changed", phase: "plan", effort: "low" };

  it("says the phase, whatever comes behind it", () => {
    const events = numbered([plan, turnStarted, user("go")]);
    const [planning, begun, asked] = events.map((_, index) =>
      events.slice(0, index + 1).reduce(reduceSessionEvent, emptyState),
    );
    expect(planning).toEqual({ ...emptyState, phase: "plan" });
    expect(begun).toEqual({ ...emptyState, phase: "plan", status: { turn: "thinking" } });
    expect(asked).toEqual({ ...begun, transcript: asked?.transcript });
    expect(asked?.transcript).not.toEqual(begun?.transcript);
  });

  it("is the same object where an event changes nothing of it", () => {
    const [unknown] = numbered([{ type: "moon.rose" } as never]) as [SessionEvent];
    expect(reduceSessionEvent(emptyState, unknown)).toBe(emptyState);
  });
});
