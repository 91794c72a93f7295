import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import headless from "@xterm/headless";
import { afterEach, expect, it } from "vitest";
import { drawFilm } from "../../shared/course/picture/draw-film.ts";
import { drawSvg } from "../../shared/course/picture/draw-svg.ts";
import { film } from "../../shared/course/picture/film.ts";
import { filmScene } from "../../shared/course/picture/film-scene.ts";
import { checkPictures, pathOf, renewPicture } from "../../shared/course/picture/kept-pictures.ts";
import { findPicture, pictures } from "../../shared/course/picture/pictures.ts";
import { readWindow } from "../../shared/course/picture/read-window.ts";
import { webPictures } from "../../shared/course/picture/web-pictures.ts";
import type { Cell, Window } from "../../shared/course/picture/window.ts";
import { deep } from "../support/deep.ts";
import { knownChapters } from "../support/known-chapters.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { runOneTurn } from "../support/run-one-turn.ts";

const project = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

// one example, from what a program sends through the window to the picture
const sent = '\x1b[1;31mNo\x1b[39m.\x1b[m  a b\r\n\x1b[4m日e\u0301\x1b[m>\r\n\n \x1b[92m<&"';

const window: Window = {
  columns: 9,
  rows: [
    [
      { text: "N", width: 1, color: 1, bold: true },
      { text: "o", width: 1, color: 1, bold: true },
      { text: ".", width: 1, bold: true },
      ...plain("  a b "),
    ],
    [
      { text: "日", width: 2, underline: true },
      { text: "e\u0301", width: 1, underline: true },
      ...plain(">     "),
    ],
    plain("         "),
    [
      ...plain(" "),
      { text: "<", width: 1, color: 10 },
      { text: "&", width: 1, color: 10 },
      { text: '"', width: 1, color: 10 },
      ...plain("     "),
    ],
  ],
  cursor: { row: 3, column: 4 },
};

it("reads a window as its characters and how they look", async () => {
  expect(await show(sent)).toEqual(window);
});

it("draws a window with each character in its column, and no sign that XML would take for its own", () => {
  expect(
    drawSvg(window, { title: "a & b", alt: 'The "signs" of <XML> & more' }),
  ).toBe(`<svg xmlns="http://www.w3.org/2000/svg" width="113" height="132" viewBox="0 0 113 132" role="img">
<title>The &quot;signs&quot; of &lt;XML&gt; &amp; more</title>
<rect x="0.5" y="0.5" width="112" height="131" rx="8" fill="#161b22" stroke="#444c56"/>
<path d="M0.5 32.5H112.5" stroke="#444c56"/>
<circle cx="18" cy="16" r="5.5" fill="#ff7b72"/>
<circle cx="36" cy="16" r="5.5" fill="#d29922"/>
<circle cx="54" cy="16" r="5.5" fill="#3fb950"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="15" fill="#e6edf3">
<text x="56.5" y="21" font-size="13" fill="#8b949e" text-anchor="middle">a &amp; b</text>
<rect x="52" y="99" width="9" height="17" fill="#444c56"/>
<text y="61"><tspan x="16 25" fill="#ff7b72" font-weight="bold">No</tspan><tspan x="34" font-weight="bold">.</tspan><tspan x="61 70 79">a b</tspan></text>
<text y="78"><tspan x="16" text-decoration="underline">日</tspan><tspan x="34" text-decoration="underline">e\u0301</tspan><tspan x="43">&gt;</tspan></text>
<text y="112"><tspan x="25 34 43" fill="#56d364">&lt;&amp;&quot;</tspan></text>
</g>
</svg>
`);
});

it.each(["3m", "2m", "7m", "9m", "41m", "38;5;208m", "38;2;1;2;3m"])(
  "does not draw what a picture has no look for: %s",
  async (look) => {
    await expect(show(`\x1b[${look}x`)).rejects.toThrow(
      new Error(
        'A picture has 16 colours, bold and underlined text. "x" looks different: teach shared/course/picture/read-window.ts its look.',
      ),
    );
  },
);

it("keeps pictures that are what the chapters show", { timeout: 150_000 }, async () => {
  const looked = deep ? pictures : pictures.slice(-1);
  expect(await checkPictures(project, looked)).toBe(
    `The pictures are true. Pictures: ${looked.length}.`,
  );
});

it.runIf(deep)(
  "names a picture that is not what the chapter shows, and takes it again",
  {
    timeout: 150_000,
  },
  async () => {
    const root = makeFolder();
    const picture = findPicture("04");
    const path = "walkthrough/pictures/04-reducer.svg";
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), read(path).replace("two spaces", "no spaces"));
    await expect(checkPictures(root, [picture])).rejects.toThrow(
      new Error(`Not what the chapter shows: ${path}. To take it again: npx one-turn picture 04.`),
    );
    expect(await renewPicture(root, picture)).toBe(`${path} is written.`);
    expect(readFileSync(join(root, path), "utf8")).toBe(read(path));
  },
);

it("shows every picture in the README, with the same words for those who do not see it", () => {
  const readme = read("README.md");
  const missing = pictures.filter((picture) => {
    return !readme.includes(`\n![${picture.alt}](${pathOf(picture)})\n`);
  });
  expect(missing.map(({ folder }) => folder)).toEqual([]);
});

it("draws what moves as rows that come and go, and keeps still what stays", () => {
  const shot = (text: string, ms: number) => ({
    ms,
    window: { columns: 2, rows: [plain("hi"), plain(text)], cursor: { row: 0, column: 0 } },
  });
  const drawn = drawFilm([shot("a ", 250), shot("b ", 500), shot("a ", 250)], {
    title: "t",
    alt: "a",
  });
  expect(drawn.split("\n").slice(8, -4)).toEqual([
    '<text x="25" y="21" font-size="13" fill="#8b949e" text-anchor="middle">t</text>',
    "<style>",
    ".s{visibility:hidden}.last{visibility:visible}",
    "@media (prefers-reduced-motion:no-preference){",
    ".s{animation:1000ms step-end infinite}",
    "@keyframes s2{0%{visibility:visible}25%{visibility:hidden}75%{visibility:visible}}#s2{animation-name:s2}",
    "@keyframes s3{0%{visibility:hidden}25%{visibility:visible}75%{visibility:hidden}}#s3{animation-name:s3}",
    "}",
    "</style>",
    '<rect x="16" y="48" width="9" height="17" fill="#444c56"/>',
    '<text y="61"><tspan x="16 25">hi</tspan></text>',
    '<g id="s2" class="s last"><text y="78"><tspan x="16">a</tspan></text></g>',
  ]);
});

it("shows the pictures of the pages in the README", () => {
  const readme = read("README.md");
  const missing = webPictures.filter(({ alt, path }) => !readme.includes(`\n![${alt}](${path})\n`));
  expect(missing.map(({ path }) => path)).toEqual([]);
  for (const { path } of webPictures) {
    expect(readFileSync(join(project, path)).subarray(1, 4).toString()).toBe("PNG");
  }
});

it("shows the film in the README, and its turn is the one that the chapter plays", () => {
  expect(read("README.md")).toContain(`\n![${film.alt}](${film.path})\n`);
  const svg = read(film.path);
  for (const text of [filmScene.user, "May edit_workspace_file do this?", "Every space ended a"]) {
    const letters = [...text].filter((letter) => letter !== " ").join(" *");
    expect(svg.replace(/<[^>]*>/g, "")).toMatch(new RegExp(letters.replace(/[.?]/g, "\\$&")));
  }
});

const sentence =
  "Say one of: picture 05 takes the picture of a chapter, picture --all takes all, picture --check compares those of chapters.";
it.each([
  [[], sentence],
  [["05", "--check"], sentence],
  [["--all", "--check"], sentence],
  [["99"], `No chapter "99". Use one of: ${knownChapters}.`],
  [["01"], "There is no picture of 01 bare-loop. Use one of: 04 reducer, 05 tui."],
  [["events"], "There is no picture of 03 events. Use one of: 04 reducer, 05 tui."],
])("refuses %j in one line", async (args, line) => {
  expect(await runOneTurnAgain(["picture", ...args])).toEqual(refused(line));
});

it("says in one line which packages are missing", async () => {
  const folder = makeFolder();
  const hooks = pathToFileURL(join(folder, "hooks.mjs"));
  writeFileSync(
    hooks,
    `export async function resolve(name, context, next) {
      if (name !== "@lydell/node-pty") return next(name, context);
      throw Object.assign(new Error("Cannot find package " + name), { code: "ERR_MODULE_NOT_FOUND" });
    }`,
  );
  const first = pathToFileURL(join(folder, "first.mjs"));
  writeFileSync(first, `import { register } from "node:module"; register("${hooks}");`);
  const env = { NODE_OPTIONS: `--import ${first}` };
  expect(await runOneTurn(["picture", "04"], { env })).toEqual(
    refused(
      "A picture needs the packages @lydell/node-pty and @xterm/headless: run npm ci. (Cannot find package @lydell/node-pty)",
    ),
  );
});

function plain(text: string): Cell[] {
  return [...text].map((character) => ({ text: character, width: 1 }));
}

async function show(text: string): Promise<Window> {
  const terminal = new headless.Terminal({ cols: 9, rows: 4, allowProposedApi: true });
  await new Promise<void>((settle) => terminal.write(text, settle));
  return readWindow(terminal);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "one-turn-test-"));
  folders.push(folder);
  return folder;
}

function refused(line: string) {
  return { code: 1, stdout: "", stderr: `one-turn: ${line}\n` };
}

it("writes nothing when the browser that is named is not there", async () => {
  expect(await runOneTurn(["picture", "--all"], { env: { CHROMIUM: "/nowhere" } })).toEqual({
    code: 1,
    stdout: "",
    stderr: "one-turn: There is no Chromium at /nowhere.\n",
  });
});
