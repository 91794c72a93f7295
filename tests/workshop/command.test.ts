import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { events } from "../exercises/03-events.ts";
import { deep } from "../support/deep.ts";
import { knownChapters } from "../support/known-chapters.ts";
import { makeClone, readFiles } from "./clone.ts";

const clone = makeClone();
const { workshop } = clone;
const exercise = join(clone.root, "workshop", "03-events");
afterAll(() => clone.remove());

/** As someone who knows the answer would write it. */
function solve(folder = "03-events"): void {
  const solution = join(clone.root, "chapters", "03-events");
  cpSync(solution, join(clone.root, "workshop", folder), { recursive: true });
}

describe("before anything is begun", () => {
  it("says how to begin", async () => {
    for (const verb of ["check", "hint", "reveal", "reset", "next"]) {
      expect(await workshop(verb)).toEqual({
        code: 1,
        stdout: "",
        stderr: "one-turn: No exercise is begun yet. Begin with: npx one-turn workshop start 02\n",
      });
    }
  });

  it("says which exercise is not there yet, and which there never is", async () => {
    const begun = [
      ["check", "03"],
      ["start", "01"],
      ["start", "99"],
    ];
    const said = await Promise.all(begun.map((words) => workshop(...words)));
    expect(said.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual([
      "1 one-turn: There is no workshop/03-events yet. Begin with: npx one-turn workshop start 03\n",
      "1 one-turn: Chapter 01 is read and typed along, in its page. The first exercise is 02.\n",
      `1 one-turn: No chapter "99". Use one of: ${knownChapters}.\n`,
    ]);
  });
});

describe("an exercise", () => {
  it("is put beside rules for a coding assistant, and says its steps", async () => {
    const { code, stdout, stderr } = await workshop("start", "03");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^workshop\/03-events is yours: 40 minutes, \d steps\.\n/);
    expect(readFileSync(join(clone.root, "workshop", "AGENTS.md"), "utf8")).toContain("You coach.");
    const solution = readFiles(join(clone.root, "chapters", "03-events"));
    expect(Object.keys(clone.files("03-events"))).toEqual(Object.keys(solution));
  });

  it("is red at its start: the first difference, the file where it belongs, and what to do next", async () => {
    const { code, stdout } = await workshop("check");
    expect(code).toBe(1);
    expect(stdout.split("\n").slice(0, 11)).toEqual([
      expect.stringMatching(/^✗ 03-events: \d of \d+ tests pass\.$/),
      "",
      "a turn with tools > answers without a tool as chapter 01 does",
      "",
      "      expected                             your code",
      "   ▸1 turn.started                         (nothing more)",
      "    2 user.message hello",
      "    3 assistant.message Hello! What shall",
      "      we build?",
      "    4 turn.completed",
      "",
    ]);
    expect(stdout).toContain("turn.started is told in workshop/03-events/session.ts.");
    expect(stdout).toContain(
      "The first step that is not begun is 1.\n      npx one-turn workshop hint 1\n",
    );
    expect(Math.max(...stdout.split("\n").map((row) => row.length))).toBeLessThanOrEqual(80);
  });

  it("has one more hint each time, and the chapter's own words as the last", async () => {
    const shown: string[] = [];
    for (let tier = 1; tier <= 4; tier++) shown.push((await workshop("hint", "3")).stdout);
    const names = shown.map((text) => text.match(/^(Idea|Place|Sketch|Solution)(?=: )/gm));
    expect(names).toEqual([
      ["Idea"],
      ["Idea", "Place"],
      ["Idea", "Place", "Sketch"],
      ["Idea", "Place", "Sketch", "Solution"],
    ]);
    expect(shown.map((text) => text.includes("export async function handleToolCall"))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const { stderr } = await workshop("hint", "9");
    expect(stderr).toMatch(/^one-turn: 03-events has the steps 1 to \d, and no "9"\.\n$/);
  });

  it("shows its solution only to someone who insists", async () => {
    const { code, stdout, stderr } = await workshop("reveal");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      "one-turn: workshop/03-events has not passed yet: npx one-turn workshop hint helps; reveal --spoil shows all.\n",
    );
    const spoiled = await workshop("reveal", "--spoil");
    expect(spoiled.stdout).toContain('+      return { type: "turn.completed" };');
  });

  it("does not go on before it passes, unless someone catches up", async () => {
    const { code, stderr } = await workshop("next");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "one-turn: workshop/03-events does not pass yet: npx one-turn workshop check. To go on from the chapter's own solution: next --catch-up.\n",
    });
    const caughtUp = await workshop("next", "--catch-up");
    expect(caughtUp.stdout).toMatch(/^workshop\/04-reducer is yours: /);
  });

  it("has the commands of a step in its hint, each on a row of its own", async () => {
    const { stdout } = await workshop("hint", "3", "--exercise", "04");
    expect(stdout).toContain(
      "watch the second call:\n\n  npx one-turn start workshop/04-reducer --demo\n\nIdea: ",
    );
  });

  it("is kept aside when it is begun anew, each time", async () => {
    writeFileSync(join(exercise, "mine.ts"), "// mine\n");
    const before = clone.files("03-events");
    const { stdout } = await workshop("reset", "03");
    const [, kept = ""] =
      /^What was there is kept in (workshop\/\.backup\/\S+)$/m.exec(stdout) ?? [];
    expect(readFiles(join(clone.root, kept))).toEqual(before);
    await workshop("start", "03");
    expect(readdirSync(join(clone.root, "workshop", ".backup")).length).toBe(2);
  });

  it("is green when it is solved, whatever the chapter's own files say, and the list knows", async () => {
    solve();
    const chapter = join(clone.root, "chapters", "03-events", "agent.ts");
    const text = readFileSync(chapter, "utf8");
    writeFileSync(chapter, "export {};\n");
    const { code, stdout } = await workshop("check", "03");
    writeFileSync(chapter, text);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^✓ 03-events: (\d+) of \1 tests pass\.\nnpx one-turn workshop reveal shows how the chapter does it; next goes on\.\n$/,
    );
    expect((await workshop("list")).stdout).toContain(
      "03-events         40 min  passed  ← you are here\n",
    );
    expect((await workshop("reveal")).stdout).toBe(
      "workshop/03-events is the chapter, word for word.\n",
    );
    // a hint that nobody asked for cannot be taken back
    const { stdout: asked } = await workshop("hint");
    expect(asked).toMatch(/^Which step of 03-events\?\n\n {2}1 {2}session\.ts: /);
    expect(asked).toContain("\nnpx one-turn workshop hint N shows one more hint for it.\n");
  });

  it("tells the line that emitted the first wrong event, a type error as the compiler says it, and what is printed", async () => {
    const agent = join(exercise, "agent.ts");
    const emitting = 'turn?.emit({ type: "assistant.message", text: message })';
    const text = readFileSync(agent, "utf8");
    const line = text.split("\n").findIndex((each) => each.includes(emitting)) + 1;
    const loud = emitting.replace("text: message", 'text: loudly(message), mood: "loud"');
    writeFileSync(agent, `${text.replace(emitting, loud)}${loudly}`);
    const { code, stdout } = await workshop("check", "03");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "▸3 assistant.message Hello! What shall  assistant.message HELLO! WHAT SHALL",
    );
    expect(stdout).toContain(`Your row comes from workshop/03-events/agent.ts:${line}:`);
    expect(stdout).toMatch(/workshop\/03-events\/agent\.ts\(\d+,\d+\): error TS2353: /);
    expect(stdout).toContain("Your code printed:\n  louder\n");
    expect(stdout).toContain("Next: what the compiler says.");
    writeFileSync(agent, text);
  });

  it.runIf(deep)("names the line of what fails outside of any test", async () => {
    const session = join(exercise, "session.ts");
    const text = readFileSync(session, "utf8");
    writeFileSync(session, `${text}setTimeout(() => { throw new Error("too late"); }, 500);\n`);
    const { code, stdout } = await workshop("check", "03");
    writeFileSync(session, text);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^✗ 03-events: (\d+) of \1 tests pass\.\n\n {2}too late\n\nat workshop\/03-events\/session\.ts:\d+:\n {2}setTimeout\(/,
    );
    expect(stdout).toContain("\nNext: what failed outside of the tests: a timer, or");
  });

  it.runIf(deep)("goes on with the step that is wrong, though another is not begun", async () => {
    const agent = join(exercise, "agent.ts");
    const text = readFileSync(agent, "utf8");
    writeFileSync(agent, text.replace("text: message })", "text: message.toUpperCase() })"));
    const session = join(exercise, "session.ts");
    const begun = readFileSync(session, "utf8");
    writeFileSync(session, `${begun}// Step 4: tell is not written yet.\n`);
    await workshop("break", "03");
    const { stdout } = await workshop("check", "03");
    expect(stdout).toContain(
      "Next: step 2, where the first test that fails goes wrong.\n      npx one-turn workshop hint 2 --exercise 03\n",
    );
    const { stdout: help } = await workshop("hint", "--exercise", "03");
    expect(help).toMatch(/^03-events, step 2\. [\s\S]*\nIdea: /);
    writeFileSync(agent, text);
    writeFileSync(session, begun);
  });
});

const loudly = `
function loudly(text: string): string {
  if (text.startsWith("Hello!")) console.log("louder");
  return text.toUpperCase();
}
`;

describe("a mistake that is handed out", () => {
  it("is found by two traces where they differ, and else by its check", async () => {
    const shown = events.wrong.findIndex(({ shownBy }) => shownBy?.scenario === "tool-throws") + 1;
    const hidden = events.wrong.findIndex(({ shownBy }) => !shownBy) + 1;
    const [byTrace, byCheck] = [
      await workshop("break", "03", `${shown}`),
      await workshop("break", "03", `${hidden}`),
    ].map(({ stdout }) => stdout.replace(/^What was there .*\n/, "").split("\n"));
    expect(byTrace).toEqual([
      `workshop/03-broken is 03-events with one mistake in it (${shown} of ${events.wrong.length}). Find it by its trace.`,
      "",
      "  The same turn        npx one-turn trace workshop/03-broken --scenario tool-throws",
      "  As it should be      npx one-turn trace 03 --scenario tool-throws",
      "  What is wrong?       npx one-turn workshop check",
      "  I give up            npx one-turn workshop reveal --spoil",
      "",
    ]);
    expect(byCheck).toEqual([
      `workshop/03-broken is 03-events with one mistake in it (${hidden} of ${events.wrong.length}). Find it by its check.`,
      "",
      "  What is wrong?       npx one-turn workshop check",
      "  I give up            npx one-turn workshop reveal --spoil",
      "",
    ]);
  });

  it("stays the same until it is found or revealed, and then the next one is another", async () => {
    await workshop("break", "03", "2");
    expect((await workshop("break", "03")).stdout).toContain("one mistake in it (2 of ");
    expect((await workshop("reveal", "--spoil")).stdout).toContain(`: ${events.wrong[1]?.title}\n`);
    expect((await workshop("list")).stdout).toContain("03-broken        bug 2  revealed");
    expect((await workshop("break", "03")).stdout).toContain("one mistake in it (3 of ");
  });
});

describe.runIf(deep)("a broken chapter", () => {
  it("is red, is found, and the next one is another", async () => {
    expect((await workshop("break", "03", "1")).stdout).toContain("one mistake in it (1 of ");
    expect((await workshop("check")).code).toBe(1);
    expect((await workshop("hint")).stderr).toContain("A broken chapter has no hints");
    solve("03-broken");
    const { code, stdout } = await workshop("check");
    expect(code).toBe(0);
    expect(stdout).toContain("You found it.");
    expect((await workshop("break", "03")).stdout).toContain("one mistake in it (2 of ");
    const { stderr } = await workshop("break", "03", "99");
    expect(stderr).toMatch(/^one-turn: 03-events has the bugs 1 to \d+, and no "99"\.\n$/);
  });
});
