import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Chapter, chapters } from "../../shared/course/chapters.ts";
import { choiceFor } from "../../shared/course/front-door/choices.ts";
import { drawLadder, type LadderView, topFor } from "../../shared/course/front-door/draw-ladder.ts";
import type { Rung } from "../../shared/course/front-door/ladder.ts";
import type { StartFlags } from "../../shared/course/start.ts";
import { deep } from "../support/deep.ts";
import { onceThereIs, openOneTurn, openOneTurnInShell } from "../support/one-turn-terminal.ts";
import { root } from "../support/run-one-turn.ts";
import type { OpenedTerminal } from "../support/terminal.ts";
import { type Clone, makeClone } from "../workshop/clone.ts";

let state = "";
let terminal: OpenedTerminal;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "one-turn-test-"));
});

afterEach(() => {
  terminal?.close();
  rmSync(state, { recursive: true, force: true });
});

const asBefore = {
  screen: "main",
  cursor: "shown",
  wraps: true,
  marksPastes: false,
  tellsOfTheMouse: false,
};

describe("the ladder", () => {
  const view: LadderView = {
    rungs: chapters.map((chapter, index) => ({
      chapter,
      before: chapters[index - 1],
      read: index < 3,
      run: index < 2,
      built: index === 0 ? "none" : index === 1 ? "passed" : index === 2 ? "begun" : "open",
    })),
    chosen: 2,
    top: 0,
    said: "",
  };
  const drawn = (from: LadderView, columns: number, rows: number) => {
    const size = { columns, rows };
    return drawLadder({ ...from, top: topFor(from, size) }, size, pc.createColors(false));
  };

  it("shows every chapter in 80x24, what was done of each, and what the keys do with the chosen one", () => {
    const rows = drawn(view, 80, 24);
    expect(rows.slice(0, 7)).toEqual([
      " One Turn: a coding agent, built in chapters",
      "",
      `${" ".repeat(62)} read  run  built `,
      "   01  bare-loop     ask the model, remember, ask again         ✓    ✓         ",
      "   02  tools         the model may ask for a local function;…   ✓    ✓     ✓   ",
      " › 03  events        the agent says what it does; a session …   ✓    ·   begun ",
      "   04  reducer       events become state; state becomes text    ·    ·     ·   ",
    ]);
    expect(rows.slice(17)).toEqual([
      "",
      " the agent says what it does; a session names the turn. New events:",
      " tool.progress",
      "",
      " ↑↓ choose   t read   r run   d diff to 02   b check   w web pages   q quit ",
    ]);
  });

  it("offers the first chapter nothing that it does not have", () => {
    expect(drawn({ ...view, chosen: 0 }, 80, 24).at(-1)).toBe(
      " ↑↓ choose   t read   r run   w web pages   q quit ",
    );
  });

  it("is never wider or higher than the window, and always shows the chosen chapter and a key", () => {
    for (const columns of [20, 30, 47, 60, 80, 200]) {
      for (const rows of [3, 5, 8, 12, 16, 24, 60]) {
        for (const chosen of chapters.keys()) {
          const shown = drawn({ ...view, chosen }, columns, rows);
          expect(shown.length).toBeLessThanOrEqual(rows);
          expect(shown.filter((row) => row.trimEnd().length > columns)).toEqual([]);
          const number = String(chosen + 1).padStart(2, "0");
          expect(shown.filter((row) => row.startsWith(" › "))).toEqual([
            expect.stringContaining(` › ${number}  `),
          ]);
          expect(shown.some((row) => row.includes("↑↓"))).toBe(true);
        }
      }
    }
  });

  it("says what is to be said in the lowest window too", () => {
    const said = "01 is the first chapter.";
    expect(drawn({ ...view, said }, 40, 5).at(-1)).toBe(` ${said}`);
    expect(drawn({ ...view, said }, 80, 24)[18]).toBe(` ${said}`);
  });
});

describe("a key", () => {
  const [first, second] = chapters;
  const rung: Rung = {
    chapter: second as Chapter,
    before: first,
    read: false,
    run: false,
    built: "open",
  };
  const command = (key: string, of: Partial<Rung> = {}, flags: StartFlags = {}) => {
    const choice = choiceFor(key, { ...rung, ...of }, flags);
    return typeof choice === "object" ? choice.command.join(" ") : choice;
  };

  it("is for a command that one could type", () => {
    expect(["t", "return", "r", "d", "b", "w", "x"].map((key) => command(key))).toEqual([
      "read 02",
      "read 02",
      "start 02",
      "diff 01 02",
      "workshop start 02",
      "walkthrough",
      undefined,
    ]);
  });

  it("never begins an exercise anew", () => {
    expect(command("b", { built: "begun" })).toBe("workshop check 02 --watch");
    expect(command("b", { built: "passed" })).toBe("workshop check 02");
  });

  it("hands on what was said to npm start", () => {
    const flags = { workspace: "/w", scenario: "read-file", allowCommands: true };
    expect(command("r", {}, flags)).toBe(
      "start 02 --workspace /w --scenario read-file --allow-commands",
    );
  });
});

describe.runIf(process.platform !== "win32")("npm start in a terminal", () => {
  let clone: Clone;
  beforeAll(() => {
    clone = makeClone();
  });
  afterAll(() => clone.remove());

  it("reads, compares, runs and builds, and is back each time with what was done", async () => {
    open({ clone: clone.root, columns: 80, rows: 24 });
    await seen(" › 01  bare-loop");
    expect(await rung("01")).toBe("··");
    type("t");
    await seen("$ npx one-turn read 01");
    await seen("01 bare-loop: ");
    type("q");
    await seen(" › 01  bare-loop");
    expect(await rung("01")).toBe("✓·");

    type("d");
    await seen("01 is the first chapter: there is none to compare it with.");
    type("b");
    await seen("01 is typed along, in its page. The first exercise is 02.");

    type("r");
    await seen(/^you>$/);
    type("hello\r");
    await seen("I am the rehearsal model");
    type("\x04");
    await seen(" › 01  bare-loop");
    expect(await rung("01")).toBe("✓✓");

    type("jjk");
    await seen(" › 02  tools");
    type("d");
    await seen("01-bare-loop → 02-tools");
    type("q");
    await seen(" › 02  tools");

    type("b");
    await seen("workshop/02-tools is yours");
    await seen("Any key: back to the ladder");
    type("x");
    await seen(" › 02  tools");
    expect(await rung("02")).toBe("··begun");
    expect(await screen()).toContain(" b check ");

    type("q");
    expect(await terminal.exitCode).toBe(0);
    expect(await terminal.modes()).toEqual(asBefore);
    // and the next time it is all still there, and one is where one was
    open({ clone: clone.root, columns: 60, rows: 16 });
    await seen(" › 01  bare-loop");
    expect([await rung("01"), await rung("02")]).toEqual(["✓✓", "··begun"]);
  }, 120_000);

  // a check takes as long as the chapter's tests
  it.runIf(deep)(
    "goes on with an exercise by checking it at each save, until Ctrl+C",
    async () => {
      await clone.workshop("start", "03");
      open({ clone: clone.root, columns: 60, rows: 16 });
      await seen(" › 01");
      type("jj");
      await seen(" › 03  events");
      type("b");
      await expect.poll(screen, { timeout: 90_000 }).toContain("Waiting for a save");
      type("\x03");
      await seen(" › 03  events");
      type("q");
      expect(await terminal.exitCode).toBe(0);
    },
    120_000,
  );

  it("puts the progress of the workshop aside when it is damaged, and says so in a line", async () => {
    const kept = join(clone.root, "workshop");
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, ".progress.json"), "{");
    open({ clone: clone.root });
    await seen("What you have built is not marked: workshop/.progress.json cannot be made out.");
    const { stderr } = await clone.workshop("start", "04");
    expect(stderr).toMatch(/^Your progress could not be made out, and is counted anew\. [^\n]*\n$/);
    const [aside = ""] = readdirSync(kept).filter((name) => name.startsWith(".progress-"));
    expect(readFileSync(join(kept, aside), "utf8")).toBe("{");
  });

  it("scrolls in a window that is too low for the ladder, and follows its size", async () => {
    open({ columns: 60, rows: 16 });
    await seen("1 to 10 of 14");
    type("\x1b[B".repeat(12));
    await seen(" › 13  phases");
    type("G");
    await seen("6 to 14 of 14");
    type("g");
    await seen("1 to 10 of 14");
    await terminal.resize(80, 24);
    await seen("14  approvals");
    await terminal.resize(20, 5);
    await seen(/^ › 01 {2}bare-loop$/);
    expect((await terminal.screen()).at(-1)).toBe(" q quit");
    type("q");
    expect(await terminal.exitCode).toBe(0);
  });

  it("draws once for keys that came at once", async () => {
    open();
    await seen(" › 01  bare-loop");
    const before = terminal.sent().length;
    type("j".repeat(12));
    await seen(" › 13  phases");
    const drawings = terminal.sent().slice(before).split("One Turn: a coding agent").length - 1;
    expect(drawings).toBeLessThan(12);
    type("q");
    expect(await terminal.exitCode).toBe(0);
  });

  it("has no colours where none are wanted", async () => {
    open({ env: { NO_COLOR: "1" } });
    await seen(" › 01  bare-loop");
    type("q");
    expect(await terminal.exitCode).toBe(0);
    expect(
      terminal
        .sent()
        .split("\x1b")
        .filter((each) => /^\[[1-9][\d;]*m/.test(each)),
    ).toEqual([]);
  });

  it("leaves what a failed program has said in sight", async () => {
    open({ env: { OPENAI_BASE_URL: "nonsense" } });
    await seen(" › 01");
    type("r");
    await seen('one-turn: OPENAI_BASE_URL is "nonsense"');
    await seen("Any key: back to the ladder");
    type(" ");
    await seen(" › 01");
    expect(await rung("01")).toBe("··");
  });

  it.each([
    ["no JSON", "{"],
    ["something else", '{"chapters":[1]}'],
  ])("puts marks aside that are %s, says so in a line, and goes on", async (_, text) => {
    writeFileSync(join(state, "progress.json"), text);
    open();
    await seen("What you have read and run could not be made out");
    type("q");
    expect(await terminal.exitCode).toBe(0);
    const [aside = ""] = readdirSync(state).filter((name) => name.startsWith("progress-"));
    expect(readFileSync(join(state, aside), "utf8")).toBe(text);
  });

  it("keeps what another version has written into the marks", async () => {
    const known = {
      chapters: { "02-tools": { ranAt: "2026-01-01T00:00:00.000Z", liked: true }, "99-x": {} },
      other: 1,
    };
    writeFileSync(join(state, "progress.json"), JSON.stringify(known));
    open({ env: { PAGER: "cat" } });
    await seen(" › 02  tools");
    expect(await rung("02")).toBe("·✓·");
    type("\r");
    await seen("Any key: back to the ladder");
    type(" ");
    await seen(" › 02  tools");
    expect(await rung("02")).toBe("✓✓·");
    expect(JSON.parse(readFileSync(join(state, "progress.json"), "utf8"))).toEqual({
      chapters: {
        "02-tools": {
          ranAt: "2026-01-01T00:00:00.000Z",
          liked: true,
          readAt: expect.stringMatching(/^\d{4}-/),
        },
        "99-x": {},
      },
      other: 1,
    });
  });

  it("shows a turn where the terminal can do no more than print", async () => {
    open({ env: { TERM: "dumb" } });
    expect(await terminal.exitCode).toBe(0);
    expect((await terminal.everything()).join("\n")).toContain("turn.completed");
    expect(terminal.sent()).not.toContain("\x1b");
  });

  it.each(deep ? ["q", "\x03", "\x1b", "\x04"] : ["\x03"])(
    "gives the terminal back after %j",
    async (key) => {
      terminal = openOneTurnInShell(["start"], { clone: root, env: { ONE_TURN_STATE: state } });
      await seen(" › 01  bare-loop");
      expect((await terminal.modes()).screen).toBe("alternate");
      type(key);
      await seen("code 0, terminal as before");
      expect(await terminal.modes()).toEqual(asBefore);
    },
  );

  const ends: [string, number, string][] = [
    ["process.kill(process.pid, 'SIGTERM')", 143, ""],
    ["throw new Error('planted')", 1, "Error: planted"],
    ["process.kill(process.pid, 'SIGHUP')", 129, ""],
  ];

  it.each(deep ? ends : ends.slice(0, 2))(
    "gives the terminal back after %s",
    async (script, code, said) => {
      const file = join(state, "now");
      const env = { ONE_TURN_STATE: state, ...onceThereIs(file, script, state) };
      terminal = openOneTurnInShell(["start"], { clone: root, env });
      await seen(" › 01  bare-loop");
      writeFileSync(file, "");
      await seen(`code ${code}, terminal as before`);
      await seen(said);
      expect(await terminal.modes()).toEqual(asBefore);
    },
  );

  it("switches off what a window that was killed has left on", async () => {
    const file = join(state, "now");
    const spy = join(state, "spy.cjs");
    writeFileSync(
      spy,
      `if (/05-tui/.test(process.argv[1])) setInterval(() => {
        if (require("node:fs").existsSync(${JSON.stringify(file)})) process.kill(process.pid, "SIGKILL");
      }, 20).unref();`,
    );
    open({ env: { NODE_OPTIONS: `--require ${JSON.stringify(spy)}` } });
    await seen(" › 01");
    type("jjjj");
    await seen(" › 05  tui");
    type("r");
    await expect
      .poll(() => terminal.modes(), { timeout: 20_000 })
      .toMatchObject({ marksPastes: true, tellsOfTheMouse: true });
    writeFileSync(file, "");
    await seen("Any key: back to the ladder");
    const { marksPastes, tellsOfTheMouse, wraps } = await terminal.modes();
    expect({ marksPastes, tellsOfTheMouse, wraps }).toEqual({
      marksPastes: false,
      tellsOfTheMouse: false,
      wraps: true,
    });
    type("x");
    await seen(" › 05  tui");
    type("q");
    expect(await terminal.exitCode).toBe(0);
    expect(await terminal.modes()).toEqual(asBefore);
  });

  it("ends with the program that it has started, and leaves the terminal to nobody", async () => {
    const file = join(state, "now");
    const end = "if (!process.argv[3]) process.kill(process.pid, 'SIGTERM')";
    const env = { ONE_TURN_STATE: state, ...onceThereIs(file, end, state) };
    terminal = openOneTurnInShell(["start"], { clone: root, env });
    await seen(" › 01");
    type("r");
    await seen(/^you>$/);
    writeFileSync(file, "");
    await seen("code 143, terminal as before");
    expect(await terminal.modes()).toEqual(asBefore);
  });
});

type Window = { clone?: string; columns?: number; rows?: number; env?: Record<string, string> };

function open({ clone = root, env = {}, ...size }: Window = {}): void {
  terminal?.close();
  terminal = openOneTurn(["start"], { clone, env: { ONE_TURN_STATE: state, ...env }, ...size });
}

function type(keys: string): void {
  terminal.type(keys);
}

async function seen(text: string | RegExp): Promise<void> {
  await terminal.waitFor(text);
}

async function screen(): Promise<string> {
  return (await terminal.screen()).join("\n");
}

/** What is marked behind a chapter. */
async function rung(number: string): Promise<string> {
  const row = (await terminal.screen()).find((each) => each.slice(3).startsWith(`${number}  `));
  const [, ...marks] = /([✓·]) {4}([✓·])(?: +(✓|·|begun))?$/.exec(row ?? "") ?? [];
  return marks.join("");
}
