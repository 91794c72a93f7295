import { expect, it } from "vitest";
import { readHeadings } from "../../shared/course/walkthrough/headings.ts";
import { parsePage } from "../../shared/course/walkthrough/page.ts";
import { block, check, checkPage, makeRepository } from "./repository.ts";

const tool = "ts chapters/01-bare-loop/agent.ts#Tool";
const toolText = "export type Tool = { name: string }; // told to the model";
const chapterHeadings = [
  "The question",
  "Predict",
  "The idea",
  "The code",
  "Run it",
  "What changed",
  "Build it yourself (40 minutes)",
  "Break it",
  "In real systems",
  "What we left out, and where it would attach",
];
const chapterPage = (headings: string[]) =>
  `# Page\n\n${headings.map((text) => `## ${text}\n\n### Text\n`).join("\n")}`;

it("finds blocks wherever a reader sees them: in the text, in a list, in details, with other fences", async () => {
  const page = `# Blocks

1. In a list:

   \`\`\`${tool}
   gone
   \`\`\`

<details><summary>Hint</summary>

~~~~${tool}
~~~
~~~~

</details>

\`\`\`\`text
\`\`\`${tool}
\`\`\`
\`\`\`\`
`;
  const drifted = `block "${tool}" has drifted at its line 1: expected ${JSON.stringify(toolText)}, actual`;
  expect(await checkPage(page)).toEqual([`5: ${drifted} "gone"`, `11: ${drifted} "~~~"`]);
});

it("keeps the numbers of lines in what is left as running text", () => {
  const page = parsePage(
    "page.md",
    `one\n${block("text", "two\nthree")}four\n\`\`\`\nnever closed`,
  );
  expect(page.prose.split("\n")).toEqual(["one", "", "", "", "", "four", "", ""]);
});

it.each([
  ["> ```text\n> quoted\n> ```\n", 1],
  ["- ```text\n  in a list\n  ```\n", 1],
])("refuses a block that starts behind a mark: %j", async (page, line) => {
  expect((await checkPage(page))[0]).toEqual(
    `${line}: a block starts behind a list or quote mark: put its fence on a line of its own`,
  );
});

it("refuses a block that is not closed", async () => {
  expect(await checkPage(`Text.\n\n\`\`\`${tool}\n${toolText}\n`)).toEqual([
    `3: the block "${tool}" is not closed: end it with \`\`\``,
  ]);
});

it("refuses a block that a markdown reader would show as plain text", async () => {
  expect(await checkPage(`<details>\n${block("text", "hint")}\n</details>\n`)).toEqual([
    '2: the block "text" would be shown as plain text: put a blank line before its fence',
  ]);
});

it("refuses the third sketch of a page, of whatever language", async () => {
  const page = ["ts sketch", "json sketch", "sh sketch"].map((info) => block(info, "…")).join("\n");
  expect(await checkPage(page)).toEqual(['9: block "sh sketch": a page has at most 2 sketches']);
});

it("lets other blocks be, and asks for the checked name of a shell", async () => {
  const free = ["", "text", "mermaid", "json"].map((info) => block(info, "free")).join("\n");
  expect(await checkPage(`${free}\n${block("bash", "rm -rf .")}`)).toEqual([
    '17: block "bash": write "console" to have it run, or "sh" to have it checked',
  ]);
});

it("refuses a page that is no UTF-8, and goes on with the others", async () => {
  const root = makeRepository({
    "walkthrough/a.md": Buffer.from([0x63, 0xe9, 0x0a]),
    "walkthrough/b.md": block("ts"),
  });
  expect(await check(root)).toEqual([
    "walkthrough/a.md:1: walkthrough/a.md is not UTF-8 text: save it as UTF-8",
    'walkthrough/b.md:1: block "ts": code names its source, "ts path#Symbol", or is a "ts sketch"',
  ]);
});

it("checks the walkthrough, README.md and CONTRIBUTING.md, in this order, and says when there is none", async () => {
  const untrue = "[x](gone.md)\n";
  const pages = { "README.md": untrue, "CONTRIBUTING.md": untrue, "walkthrough/01-x.txt": untrue };
  const found = await check(makeRepository({ ...pages, "walkthrough/b.md": untrue }));
  expect(found.map((line) => line.split(":")[0])).toEqual([
    "CONTRIBUTING.md",
    "README.md",
    "walkthrough/b.md",
  ]);
  const root = makeRepository(pages);
  await expect(check(root)).rejects.toThrow("There are no pages in ");
});

it.each([
  ["all ten", chapterHeadings, []],
  ["all ten in their short form", chapterHeadings.map((text) => text.replace(/( \(|,).*/, "")), []],
  [
    "one left out",
    chapterHeadings.filter((text) => text !== "Predict"),
    ['walkthrough/01-page.md:7: expected "## Predict", found "## The idea"'],
  ],
  [
    "two swapped",
    ["Predict", "The question", ...chapterHeadings.slice(2)],
    ['walkthrough/01-page.md:3: expected "## The question", found "## Predict"'],
  ],
  [
    "one too many",
    [...chapterHeadings, "Thanks"],
    ['walkthrough/01-page.md:43: expected no more headings of this level, found "## Thanks"'],
  ],
  [
    "the last missing",
    chapterHeadings.slice(0, -1),
    ['walkthrough/01-page.md:37: expected "## What we left out", found the end of the page'],
  ],
  [
    "another tail",
    chapterHeadings.map((text) => text.replace(" (40", ": (40")),
    [
      'walkthrough/01-page.md:27: expected "## Build it yourself", found "## Build it yourself: (40 minutes)"',
    ],
  ],
])("holds a chapter's page to its ten headings: %s", async (_, headings, problems) => {
  expect(await check(makeRepository({ "walkthrough/01-page.md": chapterPage(headings) }))).toEqual(
    problems,
  );
});

it("lets other pages have their own headings, and does not read headings out of blocks", async () => {
  const page = `${chapterPage(chapterHeadings)}\n${block("text", "## Not one")}`;
  const root = makeRepository({
    "walkthrough/one-turn.md": "## Mine\n",
    "walkthrough/01-page.md": page,
  });
  expect(await check(root)).toEqual([]);
});

it("gives headings the anchors of GitHub", () => {
  const text =
    "# `one-turn`: what, who & why?\n## Run it\n## Run it\n### [A link](x.md) – Größe_1 ##\n";
  expect(readHeadings(parsePage("page.md", text)).map(({ anchor }) => anchor)).toEqual([
    "one-turn-what-who--why",
    "run-it",
    "run-it-1",
    "a-link--größe_1",
  ]);
});
