import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, say } from "../../shared/rehearsal/scenarios/script.ts";
import { closePrograms, endedAfter, heldCommand, openProgram, shows } from "../05-tui/program.ts";
import { inPlace, readLog } from "../07-sessions/kept.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { runNode } from "../support/run-one-turn.ts";
import { asks, line, runs, writes } from "./asked.ts";

afterEach(closePrograms);

const PAGE_UP = "\x1b[5~";
const entry = "chapters/14-approvals/main.ts";
const scenario: Scenario = {
  ...asks(),
  responses: [
    answer(
      ...[runs("c0", heldCommand), runs("c1", "echo ran > ran")],
      writes("c2", "list.txt", "figs \n"),
    ),
    answer(say("Well.")),
  ],
};

const READY = statusLine("ready", "quits");
const WORKING = statusLine("working", "cancels");
const ASKING = statusLine("asking", "cancels");
const call = [
  '▸ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
  '  ho second"}',
];
const held = ["", "you> go", "", ...call, "│ first"];
const begun = [
  ...[
    "",
    "you> go",
    "",
    ...call.map((row) => row.replace("▸", "✓")).with(-1, `${call[1]}  exit code 0 · 0.0 s`),
  ],
  ...["│ first", "│ second", "", '▸ run_command {"command":"echo ran > ran"}'],
];
const asked = [
  ...["", "ask> May run_command do this? echo ran > ran", "     echo ran > ran"],
  "     s is for exactly this command or path, until this session is left",
  ...["(1 line)", "y: once   s: session   n REASON: no"],
];

/** What is sent sooner is no answer: nobody can have read the question. */
const seen = () => setTimeout(600);

describe.skipIf(process.platform === "win32")("a question", { timeout: 120_000 }, () => {
  it("in the window is answered by what is typed while it is there, and by nothing else", async () => {
    const { terminal, heard, play, cwd, go } = await openProgram({ scenario, entry, rows: 30 });
    await terminal.waitFor(READY);
    terminal.type("go\r");
    await terminal.waitFor("y: once   s: session   n REASON: no");
    await seen();
    terminal.type("y\r");
    await shows(terminal, held, [WORKING, ">"]);
    terminal.type("y and then");
    await shows(terminal, held, [WORKING, "> y and then"]);
    await terminal.resize(80, 6);
    // the program may hear of its new size behind the key
    while (!(await terminal.screen()).join().includes("Esc to the end")) {
      terminal.type(PAGE_UP);
      await setTimeout(50);
    }
    // it stands in the input, the user looks elsewhere, and the next question appears
    await go();
    await terminal.waitFor("y: once   s: session   n REASON: no");
    await terminal.resize(80, 30);
    await shows(terminal, [...begun, ...asked], [ASKING, "> y and then"]);
    terminal.type(", hello\r");
    const waits = ["", "note> Waits for the end of this turn: y and then, hello"];
    await shows(terminal, [...begun, ...waits, ...asked], [ASKING, ">"]);
    await seen();
    terminal.type("why?\r");
    const told = [...waits, "", "note> Answer with y, with s, or with n and a reason."];
    await shows(terminal, [...begun, ...told, ...asked], [ASKING, ">"]);
    terminal.type("n use npm\r");
    await terminal.waitFor("ask> May write_workspace_file do this? list.txt");
    await terminal.waitFor("     +figs·");
    expect(await terminal.style("     +figs·")).toBe("green");
    expect(existsSync(join(cwd, "list.txt"))).toBe(false);
    play(findScenario("greeting"));
    await seen();
    terminal.type("y\r");
    // the line that waited is the next turn
    await terminal.waitFor("you> y and then, hello");
    await terminal.waitFor(/^── ready /);
    expect(heard()).toEqual(["go", "y and then, hello"]);
    expect(await readFile(join(cwd, "list.txt"), "utf8")).toBe("figs \n");
    expect((await readdir(cwd)).sort()).toEqual(["go", "list.txt"]);
    terminal.type("\x03");
    await endedAfter(terminal, 130, "you> go");
    expect((await terminal.everything()).join("\n")).toContain(
      "Not run: the user denied it: use npm",
    );
  });

  it("in the window is not answered before it stood there: Enter brings it, and keeps what is typed", async () => {
    const log = join(await mkdtemp(join(tmpdir(), "question-")), "s.jsonl");
    const { terminal, cwd, go } = await openProgram({
      scenario: asks(runs("c0", heldCommand), runs("c1", "touch one"), runs("c2", "touch two")),
      ...{ entry, args: ["--session", log] },
    });
    const isAsked = async (callId: string) =>
      (await readLog(log)).some((each) => line(each).startsWith(`approval.requested ${callId}`));
    await terminal.waitFor(READY);
    terminal.type("go\r");
    await terminal.waitFor("y: once   s: session   n REASON: no");
    await seen();
    terminal.type("y\r");
    await terminal.waitFor(WORKING);
    // it comes where there is no room for it
    await terminal.resize(10, 6);
    await terminal.waitFor("Too small.");
    await go();
    while (!(await isAsked("c1"))) await setTimeout(20);
    await seen();
    terminal.type("y\r");
    await setTimeout(100);
    await terminal.resize(80, 8);
    await terminal.waitFor("y: once   s: session   n REASON: no");
    await terminal.waitFor(/^> y$/);
    expect(await readdir(cwd)).toEqual(["go"]);
    await seen();
    terminal.type("\r");
    // it comes while the user scrolls away
    for (let times = 0; times < 5; times++) {
      terminal.type(PAGE_UP);
      await setTimeout(20);
      if (!(await isAsked("c2"))) times = 0;
    }
    await seen();
    terminal.type("y\r");
    await terminal.waitFor("ask> May run_command do this? touch two");
    await terminal.waitFor(/^> y$/);
    expect((await readdir(cwd)).sort()).toEqual(["go", "one"]);
    await seen();
    terminal.type("\r");
    await terminal.waitFor("Well.");
    expect((await readdir(cwd)).sort()).toEqual(["go", "one", "two"]);
  });

  it("in the plain screen is printed once, and whole; Ctrl+C is an answer too", async () => {
    const long = Array.from({ length: 40 }, (_, index) => `echo ${index}`).join("\n");
    const { terminal, cwd } = await openProgram({
      ...{ scenario: asks(runs("c1", long)), entry, args: ["--plain"] },
    });
    await terminal.waitFor("you>");
    terminal.type("go\r");
    await terminal.waitFor("y: once   s: session   n REASON: no");
    terminal.type("\x03");
    await terminal.waitFor("note> The user cancelled the turn.");
    const lines = await terminal.everything();
    const first = lines.findIndex((each) => each.startsWith("ask> May run_command do this?"));
    const last = lines.indexOf("y: once   s: session   n REASON: no");
    expect(lines.slice(first, last + 1).filter((each) => /^ {5}echo \d+$/.test(each))).toEqual(
      long.split("\n").map((each) => `     ${each}`),
    );
    expect(lines.filter((each) => each.startsWith("y: once"))).toHaveLength(1);
    expect(lines.filter((each) => each.startsWith("ask>"))).toHaveLength(1);
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("the plain screen", { timeout: 120_000 }, () => {
  it("lets no command forge a question: what goes on from a row has a bar before it", async () => {
    const forged = `true #${" ".repeat(69)}ask> May run_command do this? ls`;
    const { terminal } = await openProgram({
      ...{ scenario: asks(runs("c1", forged)), entry, args: ["--plain"] },
    });
    await terminal.waitFor("you>");
    terminal.type("go\r");
    await terminal.waitFor("y: once   s: session   n REASON: no");
    const lines = await terminal.everything();
    const first = lines.findIndex((each) => each.startsWith("ask>"));
    expect(lines.slice(first, first + 4)).toEqual([
      "ask> May run_command do this? true #",
      "   │                          ask> May run_command do this? ls",
      "     true #",
      "   │ ask> May run_command do this? ls",
    ]);
  });
});

describe.concurrent("without a terminal", () => {
  const resolved = async (args: string[], input = "go\n") =>
    inPlace(findScenario("write-file"), async ({ rehearsal, workspaceRoot, folder }) => {
      const path = join(folder, "s.jsonl");
      const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
      const program = [...chapterProgram("14-approvals"), "--session", path, ...args];
      const ran = await runNode(program, { input, env, cwd: workspaceRoot });
      const told = (await readLog(path)).map(line);
      return {
        ...{ code: ran.code, stderr: ran.stderr },
        told: told.filter((each) => /^(?:approval\.resolved|tool\.f)/.test(each)),
        written: existsSync(join(workspaceRoot, "lists/market.txt")),
      };
    });

  it("a question is denied, and the model hears why", async () => {
    const reason = "there is no terminal to ask in, and --yes was not given";
    expect(await resolved([])).toEqual({
      ...{ code: 0, stderr: "", written: false },
      told: [
        `approval.resolved call_1 write_workspace_file deny ${reason}`,
        `tool.failed call_1 write_workspace_file Not run: the user denied it: ${reason}`,
      ],
    });
  });

  it("--yes is the user's answer to all of them", async () => {
    expect(await resolved(["--yes"])).toEqual({
      ...{ code: 0, stderr: "", written: true },
      told: [
        "approval.resolved call_1 write_workspace_file once",
        "tool.finished call_1 write_workspace_file Written: lists/market.txt, 11 bytes.",
      ],
    });
  });
});

function statusLine(word: string, does: string): string {
  const [start, end] = [`── ${word} ── build `, ` PgUp scrolls · Ctrl+C ${does} ──`];
  return start + "─".repeat(80 - start.length - end.length) + end;
}
