import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { livingMembers } from "../02-tools/living.ts";
import { closePrograms, endedAfter, openProgram, patiently, shows } from "../05-tui/program.ts";
import { inPlace, type Place, readLog } from "../07-sessions/kept.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { deep } from "../support/deep.ts";
import { cleanEnvironment } from "../support/run-one-turn.ts";
import type { OpenedTerminal } from "../support/terminal.ts";
import { told } from "../support/turn-traces.ts";
import { CANCELLED, script } from "./cancelled.ts";

afterEach(closePrograms);

const entry = "chapters/09-cancellation/main.ts";
const CTRL_C = "\x03";
const READY = statusLine("ready", "quits");
const CLEARS = statusLine("ready", "clears");
const WORKING = statusLine("working", "cancels");
const CANCELLING = statusLine("cancelling", "quits");

/** Its group can be found, and it ends only when it is killed. */
const stubborn = runs("echo $$ > leader; trap '' TERM; echo half; while :; do sleep 0.1; done");
const stubbornRow = [
  '▸ run_command {"command":"echo $$ > leader; trap \'\' TERM; echo half; while :; do',
  '   sleep 0.1; done"}',
  "│ half",
];
const stopped = "The command was stopped: the user cancelled the turn. It had printed:\nhalf";

describe.skipIf(process.platform === "win32")("Ctrl+C", { timeout: 180_000 }, () => {
  it("CAN-05 CAN-07 in the window clears, cancels, and the second one ends the program", async () => {
    const { terminal, play, heard, cwd } = await openProgram({
      ...{ scenario: findScenario("stall"), entry, rows: 30, args: ["--session", "s.jsonl"] },
    });
    await shows(terminal, [], [READY, ">"]);
    terminal.type("idle, with text");
    await shows(terminal, [], [CLEARS, "> idle, with text"]);
    terminal.type(CTRL_C);
    await shows(terminal, [], [READY, ">"]);

    terminal.type("hello\r");
    await shows(terminal, ["", "you> hello", "", "You will read"], [WORKING, ">"]);
    terminal.type("next");
    await shows(terminal, ["", "you> hello", "", "You will read"], [WORKING, "> next"]);
    terminal.type(CTRL_C);
    const cancelled = [
      ...["", "you> hello", "", "You will read", "(interrupted)"],
      ...["", "note> The user cancelled the turn."],
    ];
    await shows(terminal, cancelled, [CLEARS, "> next"]);

    play(stubborn);
    terminal.type("\r");
    const running = [...cancelled, "", "you> next", "", ...stubbornRow];
    await shows(terminal, running, [WORKING, ">"]);
    terminal.type("and then\r");
    const waits = ["", "note> Waits for the end of this turn: and then"];
    await shows(terminal, [...running, ...waits], [WORKING, ">"]);
    play(findScenario("greeting"));
    terminal.type(`more${CTRL_C}`);
    await terminal.waitFor(CANCELLING);
    // one that waited is the next to run
    await terminal.waitFor("Hello! What shall we build?");
    await terminal.waitFor(CLEARS);
    expect(await terminal.leftOfCursor()).toBe("> more");
    expect(heard()).toEqual(["hello", "next", "and then"]);

    play(stubborn);
    await again(terminal, join(cwd, "leader"));
    const leader = Number(await readFile(join(cwd, "leader"), "utf8"));
    expect(livingMembers(leader)).not.toEqual([]);
    terminal.type(CTRL_C);
    await terminal.waitFor(CANCELLING);
    terminal.type(CTRL_C);
    await endedAfter(terminal, 130, "you> hello", "You will read", "(interrupted)");
    await expect.poll(() => livingMembers(leader), patiently).toEqual([]);
    const kept = await readLog(join(cwd, "s.jsonl"));
    expect(kept.filter(({ type }) => /^user|^turn\.[^s]/.test(type)).map(told)).toEqual([
      ...["user.message hello", CANCELLED],
      ...["user.message next", CANCELLED],
      ...["user.message and then", "turn.completed"],
      "user.message more",
    ]);
  });

  it("in the plain screen does the same, and ends the program where nothing is typed", async () => {
    const { terminal } = await openProgram({
      ...{ scenario: findScenario("stall"), entry, args: ["--plain"] },
    });
    await terminal.waitFor("you>");
    terminal.type("idle, with text");
    await terminal.waitFor("you> idle, with text");
    terminal.type(CTRL_C);
    await terminal.waitFor(/^you>$/);
    terminal.type("hello\r");
    await terminal.waitFor("You will read");
    terminal.type(`next${CTRL_C}`);
    await terminal.waitFor("note> The user cancelled the turn.");
    await expect.poll(terminal.leftOfCursor, patiently).toBe("you> next");
    terminal.type(CTRL_C);
    await expect.poll(terminal.leftOfCursor, patiently).toBe("you> ");
    terminal.type(CTRL_C);
    const said = ["you> hello", "You will read", "(interrupted)"];
    await endedAfter(terminal, 130, ...said, "note> The user cancelled the turn.", "you>");
  });

  it("without a terminal is a signal: the turn ends, then the program, and another one ends it at once", async () => {
    const scenario = runs("echo $$ > leader; echo half; sleep 300");
    const [interrupted, terminated] = await Promise.all([
      signalled(scenario, ["SIGINT"]),
      signalled(scenario, ["SIGTERM"]),
    ]);
    const begun = ["turn.started", "user.message go", "model.responded function_call"];
    const called =
      'tool.started c1 run_command {"command":"echo $$ > leader; echo half; sleep 300"}';
    const printed = "tool.progress c1 run_command stdout half\n";
    const kept = [...begun, called, printed];
    expect(interrupted).toEqual({
      code: 130,
      kept: [...kept, `tool.failed c1 run_command ${stopped}`, CANCELLED],
      living: [],
    });
    expect(terminated).toEqual({ code: 143, kept, living: [] });
    if (!deep) return;
    const twice = await signalled(stubborn, ["SIGINT", "SIGINT"]);
    expect(twice).toMatchObject({ code: 130, living: [] });
  });
});

/** The turn of this command is started, and the command runs. */
async function again(terminal: OpenedTerminal, leader: string): Promise<void> {
  const before = await readFile(leader, "utf8");
  terminal.type("\r");
  while ((await readFile(leader, "utf8")) === before) await setTimeout(20);
  await terminal.waitFor(WORKING);
}

type Signalled = { code: number; kept: string[]; living: number[] };

/** How the program ends when it hears these signals while its command runs, one line being its input. */
async function signalled(scenario: Scenario, signals: NodeJS.Signals[]): Promise<Signalled> {
  return inPlace(scenario, async (place) => {
    const child = start(place);
    const ended = once(child, "exit");
    const [log, leader] = [join(place.folder, "s.jsonl"), join(place.workspaceRoot, "leader")];
    const printed = async () =>
      existsSync(log) && (await readFile(log, "utf8")).includes("half\\n");
    while (!(await printed())) await setTimeout(20);
    for (const signal of signals) {
      child.kill(signal);
      await setTimeout(100);
    }
    const [code] = await ended;
    const group = Number(await readFile(leader, "utf8"));
    for (let left = 50; left > 0 && livingMembers(group).length > 0; left--) await setTimeout(20);
    const kept = (await readLog(log)).slice(1).map(told);
    return { code, kept, living: livingMembers(group) };
  });
}

function start({ workspaceRoot, folder, rehearsal }: Place) {
  const args = ["--allow-commands", "--session", join(folder, "s.jsonl")];
  const child = spawn(process.execPath, [...chapterProgram("09-cancellation"), ...args], {
    cwd: workspaceRoot,
    env: { ...cleanEnvironment(), OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.write("go\n");
  return child;
}

function runs(command: string): Scenario {
  const args = JSON.stringify({ command });
  return script(answer(call("c1", "run_command", args)), answer(say("Never said.")));
}

function statusLine(word: string, does: string): string {
  const [start, end] = [`── ${word} `, ` PgUp scrolls · Ctrl+C ${does} ──`];
  return start + "─".repeat(80 - start.length - end.length) + end;
}
