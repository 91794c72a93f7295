import { afterEach, describe, expect, it } from "vitest";
import type { Scenario, ScriptedItem, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { answer, fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import {
  closePrograms,
  endedAfter,
  type OpenedProgram,
  openProgram,
  patiently,
  READY,
  shows,
  turn,
  WORKING,
} from "../05-tui/program.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { type Ran, runNode } from "../support/run-one-turn.ts";

afterEach(closePrograms);

const entry = "chapters/06-streaming/main.ts";
const THINKING = "── thinking ───────────────────────────────────── PgUp scrolls · Ctrl+C quits ──";

const thought: ScriptedItem = { type: "reasoning", text: "7 times 13 is 91." };
const prime = say("**No**: 91 is `7 * 13`.\n\n- so it is *no* prime");

/** The stream stops in the middle, and the connection stays open. */
function stalled(...output: ScriptedItem[]): ScriptedResponse {
  return fail("stall", ...output);
}

function open(scenario: Scenario, args: string[] = []): Promise<OpenedProgram> {
  return openProgram({ scenario, entry, args });
}

describe("in a terminal", { timeout: 180_000 }, () => {
  it("the model thinks in sight until it writes, and keys work meanwhile", async () => {
    const { terminal } = await open(turn(stalled(thought, prime)));
    await shows(terminal, [], [READY, ">"]);
    terminal.type("Is 91 a prime?\r");
    await shows(terminal, ["", "you> Is 91 a prime?", "", "thinking> 7 times 13"], [THINKING, ">"]);
    terminal.type("next");
    await expect.poll(terminal.leftOfCursor, patiently).toBe("> next");
    expect(await terminal.style("thinking> 7")).toBe("gray");
    terminal.type("\x03\x03");
    await endedAfter(terminal, 130, "you> Is 91 a prime?", "(thinking)");
  });

  it("an answer grows as Markdown, and gives way to the message; one that breaks off stays", async () => {
    const { terminal } = await open(turn({ ...stalled(prime), after: 14 }));
    await shows(terminal, [], [READY, ">"]);
    terminal.type("Is 91 a prime?\r");
    const asked = ["", "you> Is 91 a prime?", ""];
    await shows(terminal, [...asked, "No: 91 is 7 * 13."], [WORKING, ">"]);
    expect(await terminal.style("No:")).toBe("bold");
    expect(await terminal.style("7 *")).toBe("cyan");
    terminal.type("\x03");
    const said = ["you> Is 91 a prime?", "**No**: 91 is `7 * 13`.", "(interrupted)"];
    await endedAfter(terminal, 130, ...said);

    const other = await open(turn({ ...fail("error-event", prime), after: 14 }));
    other.terminal.type("Is 91 a prime?\r");
    const broken = [
      ...asked,
      "No: 91 is 7 * 13.",
      "(interrupted)",
      "",
      "error> The server had an error while it wrote this response.",
    ];
    await shows(other.terminal, broken, [READY, ">"]);
    expect(await other.terminal.style("(interrupted)")).toBe("yellow");
    other.play(turn({ ...answer(thought, prime), paceMs: 1 }));
    other.terminal.type("again\r");
    await shows(
      other.terminal,
      [...broken, "", "you> again", "", "No: 91 is 7 * 13.", "", "- so it is no prime"],
      [READY, ">"],
    );
    expect(other.heard()).toEqual(["Is 91 a prime?", "again"]);
  });

  it("without the window the end of the draft is repainted", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
    const { terminal } = await open(turn(stalled(say(lines))), ["--plain"]);
    await terminal.waitFor("you>");
    terminal.type("count\r");
    await expect
      .poll(terminal.everything, patiently)
      .toEqual([
        "you> count",
        ...Array.from({ length: 12 }, (_, index) => `line ${index + 4}`),
        "(working)",
        "you>",
      ]);
    terminal.close();
  });
});

describe("with no terminal", () => {
  it("an answer is printed when it is whole, and what is left of a broken one", async () => {
    const ran = await runPiped(turn(fail("broken-json", say("You will read half of this."))));
    expect(ran).toEqual({
      code: 0,
      stdout: [
        "you> hello",
        "You will read",
        "(interrupted)",
        "error> In the middle of its response, SERVER sent a line that is no JSON.",
        "",
      ].join("\n"),
      // STR-08 the client would say here what it could not read
      stderr: "",
    });
  });
});

async function runPiped(scenario: Scenario): Promise<Ran> {
  const rehearsal = await startRehearsal({ scenario });
  try {
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
    const ran = await runNode(chapterProgram("06-streaming"), { input: "hello\n", env });
    return { ...ran, stdout: ran.stdout.replace(rehearsal.url, "SERVER") };
  } finally {
    await rehearsal.close();
  }
}
