import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import {
  closePrograms,
  endedAfter,
  heldCommand,
  openProgram,
  READY,
  shows,
  turn,
  WORKING,
} from "../05-tui/program.ts";
import { inPlace } from "../07-sessions/kept.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { runNode } from "../support/run-one-turn.ts";

afterEach(closePrograms);

const chapter = "08-commands";

describe("the program", () => {
  it("runs the commands that it is given between the turns, and ends with /exit", async () => {
    await inPlace(findScenario("greeting"), async ({ rehearsal, folder, workspaceRoot }) => {
      rehearsal.play(undefined);
      const lines = [
        ...["I like figs", "/save mine.jsonl", "/reset", "what did I say", "/fly", " /help"],
        ...["/stream off", "what did I say", "/load mine.jsonl", "what did I say", "/stream maybe"],
        ...["/exit", "what did I say", "/help"],
      ];
      const ran = await runNode(chapterProgram(chapter), {
        input: `${lines.join("\n")}\n`,
        cwd: workspaceRoot,
        env: { XDG_STATE_HOME: folder, OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" },
      });
      const improvises =
        'I am the rehearsal model: I can follow "read FILE", "list FOLDER", "search TEXT", "what time is it", "what did I say", "what did you say"; set OPENAI_API_KEY for a real one.';
      const path = `${workspaceRoot}/mine.jsonl`;
      const figs = ["you> I like figs", improvises];
      expect({ ...ran, stdout: ran.stdout.split("\n") }).toEqual({
        code: 0,
        stderr: "",
        stdout: [
          ...figs,
          `note> Saved in ${path}. /load goes on from there.`,
          "note> A new session.",
          ...["you> what did I say", "You said nothing before that."],
          "note> There is no command /fly. /help lists them. With a space before the slash, the line goes to the model.",
          ...["you>  /help", improvises],
          "note> Answers come whole.",
          ...["you> what did I say", "You said:  /help"],
          ...figs,
          "note> The session goes on.",
          `note> Loaded from ${path}.`,
          ...["you> what did I say", "You said: I like figs"],
          'note> /stream takes on or off, not "maybe".',
          "",
        ],
      });
      const files = await readdir(join(folder, "one-turn", "sessions"), { recursive: true });
      expect(files.filter((name) => name.endsWith(".lock"))).toEqual([]);
      expect(files.filter((name) => name.endsWith(".jsonl"))).toHaveLength(3);
    });
  });
});

describe("in a terminal", { timeout: 180_000 }, () => {
  it("another session is another transcript, and a line that waits is told of", async () => {
    const state = await mkdtemp(join(tmpdir(), "one-turn-state-"));
    const { terminal, go, heard } = await openProgram({
      entry: `chapters/${chapter}/main.ts`,
      env: { XDG_STATE_HOME: state },
      scenario: turn(
        answer(call("call_1", "run_command", JSON.stringify({ command: heldCommand }))),
        answer(say("Done.")),
      ),
    });
    await shows(terminal, [], [READY, ">"]);
    terminal.type("/help\r");
    await shows(
      terminal,
      [
        "",
        "note> /help           show this list",
        "      /exit           end the program",
        "      /reset          begin a new session",
        "      /save [PATH]    copy this session, or say where it is",
        "      /load PATH      go on from a copy",
        "      /sessions       list the sessions of this folder",
        "      /resume N       go on with one of them",
        "      /stream on|off  answers in pieces, or whole",
        "      A line that begins with a space goes to the model, also with a slash.",
      ],
      [READY, ">"],
    );
    terminal.type("/reset\r");
    await shows(terminal, ["", "note> A new session."], [READY, ">"]);
    terminal.type("go on\r");
    await terminal.waitFor("│ first");
    terminal.type("/reset\r");
    const running = [
      ...["", "note> A new session.", "", "you> go on", ""],
      '▸ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
      '  ho second"}',
      ...["│ first", "", "note> Waits for the end of this turn: /reset"],
    ];
    await shows(terminal, running, [WORKING, ">"]);
    await go();
    await shows(terminal, ["", "note> A new session."], [READY, ">"]);
    expect(heard()).toEqual(["go on"]);
    terminal.type("/exit\r");
    await endedAfter(terminal, 0, "note> A new session.");
    await rm(state, { recursive: true });
  });
});
