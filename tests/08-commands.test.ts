import { afterEach, describe, expect, it, vi } from "vitest";
import { isCommand, runCommandLine } from "../chapters/08-commands/commands.ts";
import { reduceConversation } from "../chapters/08-commands/conversation.ts";
import { renderState } from "../chapters/08-commands/render-state.ts";
import type { OpenLog } from "../chapters/08-commands/session-host.ts";
import { openSessionLog } from "../chapters/08-commands/session-store.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/08-commands/state/reduce-session-event.ts";
import type { SessionEvent } from "../shared/events.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { faultsOf, readLog } from "./07-sessions/kept.ts";
import {
  inputs,
  isLocked,
  isWhole,
  kept,
  reopened,
  sayInTwo,
  turnWith,
  withHost,
} from "./08-commands/opened.ts";
import { sentence } from "./support/exercise.ts";
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

/** A notice in the words of commands.ts or session-driver.ts, of which an exercise has `parts`. */
const noted = (text: string, ...parts: string[]) => sentence(`notice ${text}`, "notice ", ...parts);

const helpText = `/help           show this list
/exit           end the program
/reset          begin a new session
/save [PATH]    copy this session, or say where it is
/load PATH      go on from a copy
/sessions       list the sessions of this folder
/resume N       go on with one of them
/stream on|off  answers in pieces, or whole
A line that begins with a space goes to the model, also with a slash.`;
const helpParts = ["/help", "/stream on|off"];
const help = noted(helpText, ...helpParts);
const inPieces = noted("Answers come in pieces.");
const whole = noted("Answers come whole.");
const unknown = (name: string, ...parts: string[]) =>
  noted(
    `There is no command /${name}. /help lists them. With a space before the slash, the line goes to the model.`,
    ...parts,
  );

describe("a command line", () => {
  it("is one line with a slash and a name", () => {
    const lines = ["/help", "hello", "/HELP \t", "/", "/stream off", "say /help"];
    expect(lines.filter(isCommand)).toEqual(["/help", "/HELP \t", "/", "/stream off"]);
  });

  it("is run, and what it says is one notice", async () => {
    await withHost(greeting, async ({ host, heard }) => {
      for (const line of ["/help", "/fly", "/stream off"]) runCommandLine(line, host);
      expect(heard.map(told)).toEqual([help, unknown("fly", "fly"), whole]);
    });
  });
});

describe("a command", () => {
  it("is answered by an event of the session, of no turn, and the model hears of neither", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, heard, shown, host } = opened;
      await ask("/help");
      expect(heard.map(told)).toEqual([help]);
      expect(heard).toEqual([
        {
          type: "notice",
          text: sentence(helpText, ...helpParts),
          sessionId: "id_1",
          sequence: 2,
          at: "2026-01-01T00:00:00.001Z",
        },
      ]);
      // until something is said to the model there is nothing to keep
      expect(await kept(opened)).toEqual([expect.stringMatching(/\.jsonl\.lock$/)]);
      await ask("hello");
      await ask("/HELP \t");
      await ask("/stream on");
      const story = [help, ...turnWith("hello"), help, inPieces];
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
        `notice There is no session ${number}: 1 is the one used last, and this folder has 1.`;
      const unreadable = (name: string) =>
        `notice ${workspaceRoot}${name} is no session that can be read.`;
      const takesNothing = (name: string) => noted(`/${name} takes nothing behind it.`, name);
      const takesOnOrOff = (argument: string) =>
        noted(`/stream takes on or off, not "${argument}".`, "stream", argument);
      const refused: [line: string, told: string][] = [
        ["/fly", unknown("fly", "fly")],
        ["/Fly to the moon", unknown("Fly")],
        ["/", unknown("")],
        ["/etc is a folder", unknown("etc", "etc")],
        ["/constructor", unknown("constructor", "constructor")],
        ["/help me", takesNothing("help")],
        ["/exit now", takesNothing("exit")],
        ["/reset now", takesNothing("reset")],
        ["/sessions all", takesNothing("sessions")],
        ["/stream", takesOnOrOff("")],
        ["/stream maybe", takesOnOrOff("maybe")],
        ["/stream ON", takesOnOrOff("ON")],
        ["/resume", "notice /resume needs a number. /sessions lists them."],
        ["/resume 0", noSession("0")],
        ["/resume 9", noSession("9")],
        ["/resume -1", noSession("-1")],
        ["/resume 1.5", noSession("1.5")],
        ["/resume one", noSession("one")],
        ["/resume 1", "notice Session 1 is the one that is open."],
        ["/load", "notice /load needs the path of a session."],
        ["/load missing.jsonl", unreadable("/missing.jsonl")],
        ["/load notes.txt", unreadable("/notes.txt")],
        ["/load .", unreadable("")],
        [
          "/save notes.txt",
          `notice ${workspaceRoot}/notes.txt is there already. Choose another name.`,
        ],
        ["/save .", `notice ${workspaceRoot} is there already. Choose another name.`],
        [
          "/save missing/copy.jsonl",
          `notice Nothing was saved (ENOENT: no such file or directory, open '${workspaceRoot}/missing/copy.jsonl').`,
        ],
      ];
      const before = heard.length;
      for (const [line] of refused) await ask(line);

      expect(heard.slice(before).map(told)).toEqual(refused.map(([, notice]) => notice));
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
      for (const line of lines) await ask(line);
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
      const lines = ["/stream off", "one", "/reset", "two", "/stream on", "three"];
      for (const line of lines) await ask(line);
      expect(heard.map(told)).toEqual([
        whole,
        ...turnWith("one").filter(isWhole),
        "notice A new session.",
        ...turnWith("two").filter(isWhole),
        inPieces,
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
    const waits = (line: string) => noted(`Waits for the end of this turn: ${line}`, line);
    const [started = "", asked = "", first = "", ...rest] = turnWith("hello");
    const story = [
      ...[started, asked, first],
      ...["/stream off", "and again", "/fly"].map(waits),
      ...rest,
      whole,
      ...turnWith("and again").filter(isWhole),
      unknown("fly", "fly"),
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
              ...["/stream off", "and again", "/fly"].map((line) =>
                sentence(`note> Waits for the end of this turn: ${line}`, "note> ", line),
              ),
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
      const sent: Promise<void>[] = [];
      driver.subscribe(({ type }) => {
        if (type !== "assistant.delta" || sent.length > 0) return;
        sent.push(...["/help", "two", "/reset", "three"].map(driver.send));
      });
      await driver.send("one");
      await Promise.all(sent);
      expect(heard.map(told)).toEqual([
        ...turnWith("one"),
        help,
        ...turnWith("two"),
        "notice A new session.",
        ...turnWith("three"),
      ]);
    });
  });
});

describe("another session", () => {
  it("takes the place of this one, and everyone who listens stays", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, host, heard, shown, workspaceRoot } = opened;
      const follower: string[] = [];
      const unfollow = host.subscribe((event) => follower.push(told(event)));
      const first = await sayInTwo(opened);
      const second = host.log().path;
      const places = [[host.log().path, isLocked(first), isLocked(second)]];
      await ask("/resume 2");
      places.push([host.log().path, isLocked(first), isLocked(second)]);
      await ask("three");
      unfollow();
      await ask("/help");

      const inFirst = [...turnWith("one"), ...turnWith("three")];
      expect(heard.slice(0, -1).map(withId)).toEqual([
        ...turnWith("one").map((line) => `id_1 ${line}`),
        "id_3 notice A new session.",
        ...turnWith("two").map((line) => `id_3 ${line}`),
        ...turnWith("three").map((line) => `id_1 ${line}`),
      ]);
      expect(follower).toEqual(heard.slice(0, -1).map(told));
      expect(places).toEqual([
        [second, false, true],
        [first, true, false],
      ]);
      const started = `session.started 1 ${workspaceRoot}`;
      const resumed = [started, ...turnWith("one").filter(isWhole), "session.resumed "];
      expect(shown.flatMap((events) => ["shown anew", ...events.map(told)])).toEqual(
        [[started], [started], resumed].flatMap((lines) => ["shown anew", ...lines]),
      );

      // every number of a session was seen once, by those who hear or by those who show
      for (const id of ["id_1", "id_3"]) {
        const numbers = [...shown.slice(0, 2).flat(), ...heard, ...(shown[2] ?? []).slice(-1)]
          .filter(({ sessionId }) => sessionId === id)
          .map(({ sequence }) => sequence)
          .sort((one, other) => one - other);
        expect(numbers).toEqual(numbers.map((_, place) => place + 1));
      }
      expect((await readLog(first)).map(told).slice(0, -1)).toEqual([
        started,
        ...inFirst.filter(isWhole).toSpliced(5, 0, "session.resumed "),
      ]);
      expect((await readLog(second)).map(told)).toEqual([
        ...[started, "notice A new session."],
        ...turnWith("two").filter(isWhole),
      ]);
      for (const path of [first, second]) expect(faultsOf(await readLog(path))).toEqual([]);
      const [one, two, three] = inputs(opened) as unknown[][];
      expect([one, two]).toEqual([
        [{ role: "user", content: "one" }],
        [{ role: "user", content: "two" }],
      ]);
      expect(three).toEqual([
        { role: "user", content: "one" },
        expect.objectContaining({ type: "message", role: "assistant" }),
        { role: "user", content: "three" },
      ]);
    });
  });

  it("that can't be opened, or is asked for in a turn, leaves this one as it is", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, host, heard, shown } = opened;
      await ask("one");
      const [session, log] = [host.session(), host.log()];
      const refusals: string[] = [];
      const refuse = (openLog: OpenLog) => {
        try {
          host.exchange(openLog);
          refusals.push("another session is open");
        } catch (error) {
          refusals.push((error as Error).message);
        }
      };
      refuse(() => {
        throw new Error("It is open in another process.");
      });
      const leave = host.subscribe(({ type }) => {
        if (type === "turn.started") refuse((say) => openSessionLog(`${log.path}.other`, say));
      });
      await ask("two");
      leave();
      await ask("three");
      expect(heard.map(told)).toEqual(["one", "two", "three"].flatMap(turnWith));
      expect(refusals).toEqual([
        "It is open in another process.",
        sentence("The session can't be left: a turn is running."),
      ]);
      expect((await readLog(log.path)).map(told)).toEqual([
        `session.started 1 ${opened.workspaceRoot}`,
        ...["one", "two", "three"].flatMap(turnWith).filter(isWhole),
      ]);
      expect([host.session() === session, host.log() === log]).toEqual([true, true]);
      expect(isLocked(log.path)).toBe(true);
      expect(shown).toHaveLength(1);
    });
  });
});

function withId(event: SessionEvent): string {
  return `${event.sessionId} ${told(event)}`;
}
