import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import stringWidth from "string-width";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chapters } from "../../shared/course/chapters.ts";
import { drawPage } from "../../shared/course/read/draw-page.ts";
import { readablePages } from "../../shared/course/read/pages.ts";
import { parsePage } from "../../shared/course/walkthrough/page.ts";
import { deep } from "../support/deep.ts";
import { onceThereIs, openOneTurn, openOneTurnInShell } from "../support/one-turn-terminal.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { root, runOneTurn } from "../support/run-one-turn.ts";
import type { OpenedTerminal } from "../support/terminal.ts";

const plain = pc.createColors(false);

let state = "";
let terminal: OpenedTerminal | undefined;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "one-turn-test-"));
});

afterEach(() => {
  terminal?.close();
  rmSync(state, { recursive: true, force: true });
});

describe("a page", () => {
  it.each(readablePages.map(({ file }) => file))("is all there when it is piped: %s", (file) => {
    const markdown = textOf(file);
    const rows = drawPage(pageOf(file), { colors: plain, width: 100, wrap: false });
    expect(rows.join("\n")).not.toContain("\x1b");
    const blocks = parsePage(file, markdown).blocks.flatMap(({ content }) => content.split("\n"));
    const drawn = new Set(rows.map((row) => row.trim()));
    expect(blocks.filter((row) => !drawn.has(row.trim()))).toEqual([]);
    const headings = markdown.match(/^## .*/gm) ?? [];
    const bare = headings.map((heading) => heading.replace(/^## /, ""));
    expect(bare.filter((heading) => !drawn.has(heading))).toEqual([]);
  });

  it.each([20, 30, 40, 80, 200])(
    "is never wider than %i columns, and says the same in each",
    (width) => {
      for (const { file } of readablePages) {
        const room = Math.min(width, 100);
        const rows = drawn(file, { width, wrap: true });
        expect(rows.filter((row) => stringWidth(row) > room)).toEqual([]);
        expect(lettersOf(file, width) === lettersOf(file, 100)).toBe(true);
      }
    },
  );

  it("shows code below its file, a table in columns or by rows, and a link by where it leads", () => {
    const markdown = [
      "# A *page*",
      "",
      "See [the map](one-turn.md), [02](02-tools.md), [the events](../shared/events.ts) and",
      "[this](#here) at [a place](https://example.org/a).",
      "",
      "```ts chapters/02-tools/agent.ts#Agent.run+whyNotRun",
      'const a = "<b>";',
      "```",
      "",
      "| name | what it is |",
      "|---|---|",
      "| `a` | the first & only |",
      "",
      "<details>",
      "<summary>Hints for step 1</summary>",
      "",
      "- Idea: think.",
      "",
      "</details>",
      "",
      "<details>",
      "<summary>Hints for step 2</summary>",
      "",
      "- Idea: think again.",
      "",
      "</details>",
      "",
      "1. One",
      "   - and two",
    ].join("\n");
    const page = { path: "walkthrough/02-tools.md", markdown, next: "03" };
    expect(drawPage(page, { colors: plain, width: 60, wrap: true })).toEqual([
      "A page",
      "══════",
      "",
      "See the map (read one-turn), 02, the events",
      "(shared/events.ts) and this at a place",
      "(https://example.org/a).",
      "",
      "chapters/02-tools/agent.ts  Agent.run, whyNotRun",
      '  const a = "<b>";',
      "",
      "name  what it is",
      "────  ────────────────",
      "`a`   the first & only",
      "",
      "Stuck? `npx one-turn workshop hint` tells one more with each",
      "call: idea, place, sketch, solution.",
      "",
      "1. One",
      "   - and two",
      "",
      "walkthrough/02-tools.md · next: npx one-turn read 03",
    ]);
    const narrow = {
      path: "p",
      markdown: "| a first | second |\n|---|---|\n| a | anything |\n| b | – |",
    };
    expect(drawPage(narrow, { colors: plain, width: 12, wrap: true }).slice(0, 5)).toEqual([
      "a",
      "  second:",
      "    anything",
      "",
      "b",
    ]);
  });
});

describe("read", () => {
  it("lists the pages when it is asked for none", async () => {
    const { code, stdout, stderr } = await runOneTurn(["read"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").map((row) => row.trim().split(/ {2,}/))).toEqual([
      ...chapters.map(({ folder, layer }) => [folder.replace("-", " "), layer]),
      ["one-turn", expect.any(String)],
      ["vocabulary", expect.any(String)],
      ["workshop", expect.any(String)],
      [""],
      ["Read one with: npx one-turn read 01"],
      [""],
    ]);
  });

  it.each(["2", "02", "tools", "02-tools"])("knows a chapter as %s", async (name) => {
    const { stdout } = await runOneTurnAgain(["read", name]);
    expect(stdout.split("\n")[0]).toBe("02 tools: the model may ask for something first");
  });

  it("knows no other page, and says so in one line", async () => {
    const known = chapters.map(({ folder }) => folder.replace("-", " ")).join(", ");
    expect(await runOneTurnAgain(["read", "99"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `one-turn: No page "99". Use one of: ${known}, one-turn, vocabulary, workshop.\n`,
    });
  });

  it("prints the page without a terminal, and counts that as no reading", async () => {
    const { code, stdout, stderr } = await runOneTurn(["read", "02"], {
      env: { ONE_TURN_STATE: state },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`${drawn("02-tools.md", { width: 100, wrap: false }).join("\n")}\n`);
    expect(existsSync(join(state, "progress.json"))).toBe(false);
  });

  it("ends quietly when nobody reads on", async () => {
    const program = join(root, "shared/course/one-turn.cjs");
    const child = spawn(process.execPath, [program, "read", "05"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.once("data", () => child.stdout.destroy());
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    const code = await new Promise((settle) => child.once("close", settle));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe.runIf(process.platform !== "win32")("in a terminal, read", () => {
  const done = "code 0, terminal as before";

  it.each(deep ? [30, 40, 80, 200] : [30, 200])("fits %i columns", async (columns) => {
    openInShell(["read", "01", "--no-pager"], { columns, env: { NO_COLOR: "1" } });
    await seen(done);
    const rows = drawn("01-bare-loop.md", { width: columns, wrap: true });
    expect(await terminal?.everything()).toEqual([...rows.map((row) => row.trimEnd()), done]);
    expect(terminal?.sent()).not.toContain("\x1b");
  });

  it("has colours, and notes that the page was read", async () => {
    openInShell(["read", "01", "--no-pager"], { rows: 900 });
    await seen(done);
    expect(await terminal?.style("01 bare-loop")).toBe("bold");
    expect(await terminal?.style("chapters/01-bare-loop/agent.ts")).toBe("bold");
    const { chapters: marks } = JSON.parse(readFileSync(join(state, "progress.json"), "utf8"));
    expect(marks).toEqual({ "01-bare-loop": { readAt: expect.stringMatching(/^\d{4}-.*Z$/) } });
  });

  it("does without a pager when the page fits the window", async () => {
    openInShell(["read", "01"], { rows: 900, env: { PAGER: "false" } });
    await seen(done);
    expect((await terminal?.everything())?.[0]).toMatch(/^01 bare-loop/);
  });

  it("takes the pager that is set, and is content when it leaves early", async () => {
    openInShell(["read", "05"], { env: { PAGER: "head -1" } });
    await seen(done);
    const title = textOf("05-tui.md").split("\n")[0]?.slice(2);
    expect(await terminal?.everything()).toEqual([title, done]);
  });

  it("takes less where nothing is set", async () => {
    open(["read", "02"]);
    await terminal?.waitFor("The question");
    terminal?.type("/Build it yourself\r");
    await terminal?.waitFor("Build it yourself (40 minutes)");
    terminal?.type("q");
    expect(await terminal?.exitCode).toBe(0);
    expect(await terminal?.modes()).toMatchObject(asBefore);
  });
});

describe.runIf(process.platform !== "win32")("where there is no pager, read", () => {
  const none = { PATH: "/nonexistent" };
  const noSuchPager = { PAGER: "one-turn-no-such-pager" };

  it("goes on with space, back with b, to the ends, and to what is looked for", async () => {
    open(["read", "02"], { env: none });
    const rows = drawn("02-tools.md", { width: 80, wrap: true });
    await seen("02 tools: the model may ask");
    terminal?.type(" ");
    await seen(/^ \d+%/);
    await topIs(rows[22]);
    terminal?.type("b");
    await topIs(rows[0]);
    terminal?.type("j\x1b[B");
    await topIs(rows[2]);
    terminal?.type("\x1b[A");
    await topIs(rows[1]);
    terminal?.type("G");
    await seen(/^ the end/);
    await seen("next: npx one-turn read 03");
    terminal?.type("g");
    await topIs(rows[0]);
    terminal?.type("/BREAK IT x\x7f\x7f\r");
    await topIs("Break it");
    terminal?.type("/nowhere to be found\r");
    terminal?.type("k");
    await topIs(rows[rows.indexOf("Break it") - 1]);
    terminal?.type("q");
    expect(await terminal?.exitCode).toBe(0);
    expect(await terminal?.modes()).toEqual(asBefore);
  });

  it("stays about where it was when the window changes", async () => {
    open(["read", "02"], { env: none });
    await seen("02 tools");
    terminal?.type("/In real systems\r");
    await topIs("In real systems");
    await terminal?.resize(40, 12);
    await seen("space on   b back   ↑↓ a row");
    expect(await terminal?.screen()).toHaveLength(12);
    await terminal?.resize(20, 3);
    await seen(/^ \d+% {3}space on/);
    terminal?.type("q");
    expect(await terminal?.exitCode).toBe(0);
  });

  it.each(deep ? ["q", "\x1b", "\x03"] : ["\x03"])(
    "gives the terminal back after %j",
    async (key) => {
      openInShell(["read", "01"], { env: noSuchPager });
      await seen("01 bare-loop");
      expect((await terminal?.modes())?.screen).toBe("alternate");
      terminal?.type(key);
      await seen("code 0, terminal as before");
      expect(await terminal?.modes()).toEqual(asBefore);
    },
  );

  const ends: [string, number, string][] = [
    ["process.kill(process.pid, 'SIGTERM')", 143, ""],
    ["throw new Error('planted')", 1, "Error: planted"],
    ["process.kill(process.pid, 'SIGINT')", 130, ""],
    ["Promise.reject(new Error('planted'))", 1, "Error: planted"],
  ];

  it.each(deep ? ends : ends.slice(0, 2))(
    "gives the terminal back after %s",
    async (script, code, said) => {
      const file = join(state, "now");
      openInShell(["read", "01"], { env: { ...noSuchPager, ...onceThereIs(file, script, state) } });
      await seen("01 bare-loop");
      writeFileSync(file, "");
      await seen(`code ${code}, terminal as before`);
      await seen(said);
      expect(await terminal?.modes()).toEqual(asBefore);
    },
  );
});

const asBefore = {
  screen: "main",
  cursor: "shown",
  wraps: true,
  marksPastes: false,
  tellsOfTheMouse: false,
};

type Window = { columns?: number; rows?: number; env?: Record<string, string> };

function open(args: string[], { env = {}, ...size }: Window = {}): void {
  const options = { clone: root, env: { ONE_TURN_STATE: state, ...env }, ...size };
  terminal = openOneTurn(args, options);
}

function openInShell(args: string[], { env = {}, ...size }: Window = {}): void {
  const options = { clone: root, env: { ONE_TURN_STATE: state, ...env }, ...size };
  terminal = openOneTurnInShell(args, options);
}

async function seen(text: string | RegExp): Promise<void> {
  await terminal?.waitFor(text);
}

/** Waits until this is the first row. */
async function topIs(row = ""): Promise<void> {
  await expect
    .poll(async () => (await terminal?.screen())?.[0], { timeout: 10_000 })
    .toBe(row.replaceAll("`", ""));
}

function textOf(file: string): string {
  return readFileSync(join(root, "walkthrough", file), "utf8");
}

function pageOf(file: string) {
  const next = readablePages[readablePages.findIndex((each) => each.file === file) + 1]?.name;
  return { path: `walkthrough/${file}`, markdown: textOf(file), next };
}

function drawn(file: string, { width, wrap }: { width: number; wrap: boolean }): string[] {
  return drawPage(pageOf(file), { colors: plain, width, wrap });
}

/** The letters of a page, however its rows are broken; without tables and diagrams, which are drawn by their width. */
function lettersOf(file: string, width: number): string {
  const { markdown, ...page } = pageOf(file);
  const prose = markdown.replaceAll(/^```text\n.*?^```$|^\|.*$/gms, "");
  const rows = drawPage({ ...page, markdown: prose }, { colors: plain, width, wrap: true });
  return rows.join("").replaceAll(/[\s─═]/g, "");
}
