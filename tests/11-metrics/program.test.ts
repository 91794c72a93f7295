import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/11-metrics/state/reduce-session-event.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { closePrograms, endedAfter, openProgram } from "../05-tui/program.ts";
import { inPlace, readLog } from "../07-sessions/kept.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { runNode } from "../support/run-one-turn.ts";

afterEach(closePrograms);

const chapter = "11-metrics";
const greeting = findScenario("greeting");

describe("the program", () => {
  it("says what a turn cost while that is asked for, and counts it all the same", async () => {
    await inPlace(greeting, async ({ rehearsal, folder, workspaceRoot }) => {
      const lines = [
        "one",
        "/metrics off",
        "two",
        "/metrics on",
        "three",
        "/metrics",
        "/metrics no",
      ];
      const ran = await runNode(chapterProgram(chapter), {
        input: `${lines.join("\n")}\n`,
        cwd: workspaceRoot,
        env: { XDG_STATE_HOME: folder, OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" },
      });
      const said = ran.stdout.replace(/=\d+ms/g, "=0ms").split("\n");
      const costs = (tokens: string) =>
        `meta> status=ok time=0ms first=0ms requests=1 tools=0 in-tools=0ms chars=27 tokens=${tokens}`;
      const answered = (text: string) => [`you> ${text}`, "Hello! What shall we build?"];
      expect({ ...ran, stdout: said }).toEqual({
        code: 0,
        stderr: "",
        stdout: [
          ...answered("one"),
          costs(tokensOf(said[2])),
          "note> No line tells what a turn cost.",
          ...answered("two"),
          "note> A line tells what a turn cost.",
          ...answered("three"),
          costs(tokensOf(said[9])),
          'note> /metrics takes on or off, not "".',
          'note> /metrics takes on or off, not "no".',
          "",
        ],
      });
      const names = await readdir(folder, { recursive: true });
      const path = join(folder, names.find((name) => name.endsWith(".jsonl")) ?? "");
      const { totals } = (await readLog(path)).reduce(reduceSessionEvent, emptyState);
      expect(totals).toMatchObject({ turns: 3, requests: 3, chars: 81 });
    });
  });
});

/** Of such a line, where they are whole numbers. */
function tokensOf(line = ""): string {
  return /tokens=(\d+\/0\/7\/0\/\d+)$/.exec(line)?.[1] ?? "none";
}

describe.skipIf(process.platform === "win32")("in a terminal", { timeout: 180_000 }, () => {
  it("the status line has the totals, of what is not shown too", async () => {
    const { terminal } = await openProgram({
      ...{ scenario: greeting, entry: `chapters/${chapter}/main.ts`, columns: 120 },
    });
    await terminal.waitFor(/^── ready ─+ PgUp scrolls/);
    terminal.type("/metrics off\r");
    await terminal.waitFor("note> No line tells what a turn cost.");
    terminal.type("one\r");
    await terminal.waitFor(/^── ready ── 1 turn, \d+ tokens ─+ PgUp scrolls · Ctrl\+C quits ──$/);
    expect((await terminal.screen()).join("\n")).not.toContain("meta>");
    terminal.type("/metrics on\r");
    await terminal.waitFor("note> A line tells what a turn cost.");
    terminal.type("two\r");
    await terminal.waitFor(/^meta> status=ok time=\d+ms first=\d+ms requests=1 /);
    await terminal.waitFor(/^── ready ── 2 turns, \d+ tokens ─+ PgUp scrolls · Ctrl\+C quits ──$/);
    terminal.type("\x03");
    await endedAfter(terminal, 130, "note> No line tells what a turn cost.", "you> one");
  });
});
