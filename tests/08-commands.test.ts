import { afterEach, describe, expect, it, vi } from "vitest";
import { reduceConversation } from "../chapters/08-commands/conversation.ts";
import { renderState } from "../chapters/08-commands/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/08-commands/state/reduce-session-event.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { readLog } from "./07-sessions/kept.ts";
import {
  inputs,
  isLocked,
  isWhole,
  kept,
  reopened,
  turnWith,
  withHost,
} from "./08-commands/opened.ts";
import { trace } from "./support/trace.ts";
import { linesOf, told, turnTraces } from "./support/turn-traces.ts";

const chapter = "08-commands";
const greeting = findScenario("greeting");

afterEach(() => vi.unstubAllEnvs());

describe.concurrent("a turn", () => {
  it.each(Object.entries(turnTraces))("is as without commands: %s", async (name, turn) => {
    const { events } = await trace(chapter, name);
    expect(events.map(told)).toEqual(linesOf(turn));
  });
});

const help = `/help           show this list
/exit           end the program
/reset          begin a new session
/save [PATH]    copy this session, or say where it is
/load PATH      go on from a copy
/sessions       list the sessions of this folder
/resume N       go on with one of them
/stream on|off  answers in pieces, or whole
A line that begins with a space goes to the model, also with a slash.`;

describe("a command", () => {
  it("is answered by an event of the session, of no turn, and the model hears of neither", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, heard, shown, host } = opened;
      expect(await ask("/help")).toEqual([help]);
      expect(heard).toEqual([
        {
          type: "notice",
          text: help,
          sessionId: "id_1",
          sequence: 2,
          at: "2026-01-01T00:00:00.001Z",
        },
      ]);
      // until something is said to the model there is nothing to keep
      expect(await kept(opened)).toEqual([expect.stringMatching(/\.jsonl\.lock$/)]);
      await ask("hello");
      expect(await ask("/HELP \t")).toEqual([help]);
      expect(await ask("/stream on")).toEqual(["Answers come in pieces."]);
      const story = [
        `notice ${help}`,
        ...turnWith("hello"),
        `notice ${help}`,
        "notice Answers come in pieces.",
      ];
      expect(heard.map(told)).toEqual(story);
      expect(heard.map(({ sequence }) => sequence)).toEqual(story.map((_, place) => place + 2));
      expect((await readLog(host.log().path)).map(told)).toEqual([
        `session.started 1 ${opened.workspaceRoot}`,
        ...story.filter(isWhole),
      ]);
      expect(shown.map((events) => events.map(told))).toEqual([
        [`session.started 1 ${opened.workspaceRoot}`],
      ]);
      expect(inputs(opened)).toEqual([[{ role: "user", content: "hello" }]]);
    });
  });

  it("that can't be run is said, and changes nothing", async () => {
    await withHost(findScenario("read-file"), async (opened) => {
      const { ask, host, shown, heard, workspaceRoot } = opened;
      await ask("hello");
      const [session, log, requests] = [host.session(), host.log(), inputs(opened).length];
      const files = await kept(opened);
      const noSession = (number: string) =>
        `There is no session ${number}: 1 is the one used last, and this folder has 1.`;
      const unknown = (name: string) =>
        `There is no command /${name}. /help lists them. With a space before the slash, the line goes to the model.`;
      const unreadable = (name: string) =>
        `${workspaceRoot}${name} is no session that can be read.`;
      const refused: [line: string, notice: string][] = [
        ["/fly", unknown("fly")],
        ["/Fly to the moon", unknown("Fly")],
        ["/", unknown("")],
        ["/etc is a folder", unknown("etc")],
        ["/constructor", unknown("constructor")],
        ["/help me", "/help takes nothing behind it."],
        ["/exit now", "/exit takes nothing behind it."],
        ["/reset now", "/reset takes nothing behind it."],
        ["/sessions all", "/sessions takes nothing behind it."],
        ["/stream", '/stream takes on or off, not "".'],
        ["/stream maybe", '/stream takes on or off, not "maybe".'],
        ["/stream ON", '/stream takes on or off, not "ON".'],
        ["/resume", "/resume needs a number. /sessions lists them."],
        ["/resume 0", noSession("0")],
        ["/resume 9", noSession("9")],
        ["/resume -1", noSession("-1")],
        ["/resume 1.5", noSession("1.5")],
        ["/resume one", noSession("one")],
        ["/resume 1", "Session 1 is the one that is open."],
        ["/load", "/load needs the path of a session."],
        ["/load missing.jsonl", unreadable("/missing.jsonl")],
        ["/load notes.txt", unreadable("/notes.txt")],
        ["/load .", unreadable("")],
        ["/save notes.txt", `${workspaceRoot}/notes.txt is there already. Choose another name.`],
        ["/save .", `${workspaceRoot} is there already. Choose another name.`],
        [
          "/save missing/copy.jsonl",
          `Nothing was saved (ENOENT: no such file or directory, open '${workspaceRoot}/missing/copy.jsonl').`,
        ],
      ];
      const before = heard.length;
      for (const [line, notice] of refused) expect(await ask(line)).toEqual([notice]);

      expect(heard.slice(before).map(told)).toEqual(
        refused.map(([, notice]) => `notice ${notice}`),
      );
      expect([host.session(), host.log()]).toEqual([session, log]);
      expect(host.session()).toBe(session);
      expect(host.preferences).toEqual({ stream: true });
      expect(await kept(opened)).toEqual(files);
      expect(isLocked(log.path)).toBe(true);
      expect(shown).toHaveLength(1);
      expect(inputs(opened)).toHaveLength(requests);
      await ask("again");
      expect(heard.at(-1)?.type).toBe("turn.completed");
      expect(heard.map(({ sequence }) => sequence)).toEqual(heard.map((_, place) => place + 2));
    });
  });

  it("is one line: whatever else begins with a slash is sent as it is", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, heard } = opened;
      const lines = [
        "/etc/hosts is a file",
        "/etc/hosts",
        " /help",
        "\t/reset",
        "/help\nand what else?",
        "/save a\u2028b",
        "//help",
        "/help, please",
        "say /help",
        "/2 of 3",
      ];
      for (const line of lines) expect(await ask(line)).toEqual([]);
      expect(heard.map(told)).toEqual(lines.flatMap(turnWith));
      const said = (inputs(opened).at(-1) as { role: string; content: string }[])
        .filter(({ role }) => role === "user")
        .map(({ content }) => content);
      expect(said).toEqual(lines);
      for (const line of ["", " ", "\t\n"]) expect(await ask(line)).toEqual([]);
      expect(inputs(opened)).toHaveLength(lines.length);
    });
  });

  it("chooses whether answers come in pieces, whichever session is open", async () => {
    await withHost(greeting, async ({ ask, heard, rehearsal }) => {
      expect(await ask("/stream off")).toEqual(["Answers come whole."]);
      await ask("one");
      await ask("/reset");
      await ask("two");
      expect(await ask("/stream on")).toEqual(["Answers come in pieces."]);
      await ask("three");
      expect(heard.map(told)).toEqual([
        "notice Answers come whole.",
        ...turnWith("one").filter(isWhole),
        "notice A new session.",
        ...turnWith("two").filter(isWhole),
        "notice Answers come in pieces.",
        ...turnWith("three"),
      ]);
      const streamed = rehearsal.requests.map((body) => Object(body).stream === true);
      expect(streamed).toEqual([false, false, true]);
    });
  });
});

describe("a line that comes while a turn runs", () => {
  it("waits in its order, command or not, and the one who typed it is told", async () => {
    const typed = ["/stream off", "and again", " ", "/fly"];
    const waits = (line: string) => `notice Waits for the end of this turn: ${line}`;
    const [started = "", asked = "", first = "", ...rest] = turnWith("hello");
    const story = [
      ...[started, asked, first],
      ...["/stream off", "and again", "/fly"].map(waits),
      ...rest,
      "notice Answers come whole.",
      ...turnWith("and again").filter(isWhole),
      "notice There is no command /fly. /help lists them. With a space before the slash, the line goes to the model.",
    ];
    await withHost(
      greeting,
      async (opened) => {
        const { driver, heard, host } = opened;
        const sent: Promise<void>[] = [];
        driver.subscribe(({ type }) => {
          if (type === "assistant.delta" && sent.length === 0) sent.push(...typed.map(driver.send));
        });
        await driver.send("hello");
        await Promise.all(sent);
        expect(heard.map(told)).toEqual(story);
        expect(heard.map(({ sequence }) => sequence)).toEqual(story.map((_, place) => place + 2));
        const [hello, again] = inputs(opened) as unknown[][];
        expect(hello).toEqual([{ role: "user", content: "hello" }]);
        expect(again?.filter((item) => Object(item).role === "user")).toEqual([
          { role: "user", content: "hello" },
          { role: "user", content: "and again" },
        ]);

        // what was said in the turn stands in its place, and the model never hears of it
        const log = [`session.started 1 ${opened.workspaceRoot}`, ...story.filter(isWhole)];
        const { path } = host.log();
        expect((await readLog(path)).map(told)).toEqual(log);
        host.log().close();
        await reopened(
          opened,
          async ({ shown, ask }) => {
            expect(shown.map((events) => events.map(told))).toEqual([[...log, "session.resumed "]]);
            const state = shown[0]?.reduce(reduceSessionEvent, emptyState) ?? emptyState;
            expect(renderState(state).slice(0, 5)).toEqual([
              "you> hello",
              "note> Waits for the end of this turn: /stream off",
              "note> Waits for the end of this turn: and again",
              "note> Waits for the end of this turn: /fly",
              "Hello! What shall we build?",
            ]);
            await ask("and on");
            const conversation = (await readLog(path)).reduce(reduceConversation, []);
            expect(conversation.map((item) => Object(item).role)).toEqual([
              "user",
              "assistant",
              "user",
              "assistant",
              "user",
              "assistant",
            ]);
            expect(inputs(opened).at(-1)).toEqual(conversation.slice(0, -1));
          },
          { args: ["--resume"] },
        );
      },
      { isTyped: true },
    );
  });

  it("is not told of where nobody sees what they send", async () => {
    await withHost(greeting, async ({ driver, heard }) => {
      const lines = ["one", "/help", "two", "/reset", "three"];
      await Promise.all(lines.map(driver.send));
      expect(heard.map(told)).toEqual([
        ...turnWith("one"),
        `notice ${help}`,
        ...turnWith("two"),
        "notice A new session.",
        ...turnWith("three"),
      ]);
    });
  });
});
