import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { quote } from "../../shared/course/walkthrough/quote.ts";
import { agentSource, block, check, checkPage, makeRepository } from "./repository.ts";

const agent = "chapters/01-bare-loop/agent.ts";

it.each([
  ["Tool", "export type Tool = { name: string }; // told to the model"],
  ["tools", "// why this is here\nexport const tools: Tool[] = [];"],
  ["explain", "export function explain(error: unknown): string {\n  return String(error);\n}"],
  ["imports", 'import { a } from "./a.ts";\nimport { b } from "./b.ts";'],
  ["Agent.limit", "readonly limit = 8; // rounds"],
  ["Agent.#answer", "#answer(text: string) {\n  return text;\n}"],
  [
    "Agent.runOneUserTurn",
    `/** From words
 *  to words. */
async runOneUserTurn(text: string): Promise<string> {
  if (text) return this.#answer(text);
  return "";
}`,
  ],
  [
    "imports+Tool+explain",
    `import { a } from "./a.ts";
import { b } from "./b.ts";

export type Tool = { name: string }; // told to the model

export function explain(error: unknown): string {
  return String(error);
}`,
  ],
])("quotes %s with its own comment, shifted to the left", async (name, expected) => {
  expect(await quote(makeRepository({}), `${agent}#${name}`)).toEqual(expected);
});

it("quotes a whole class, also behind an emoji, and without the comment of a section", async () => {
  const text = await quote(makeRepository({}), `${agent}#Agent`);
  const [, rest = ""] = agentSource.split("// one section\n\n");
  expect(text).toEqual(rest.slice(0, rest.indexOf("\n}\n") + 2));
});

it("quotes a whole file of any language", async () => {
  const root = makeRepository({ "shared/settings.json": "\uFEFF{}\r\n\r\n" });
  expect(await quote(root, agent)).toEqual(agentSource.trimEnd());
  expect(await quote(root, "shared/settings.json")).toEqual("{}");
});

it("finds each name of one declaration", async () => {
  const source = "export const { a, b: [c, ...d], e = 1 } = f(), g = 2;\n";
  const root = makeRepository({ "shared/names.ts": source });
  const quoted = await Promise.all(
    ["a", "c", "d", "e", "g"].map((name) => quote(root, `shared/names.ts#${name}`)),
  );
  expect(quoted).toEqual(Array(5).fill(source.trimEnd()));
});

it.each([
  [
    "ts chapters/01-bare-loop/agent.ts#run",
    `${agent} declares no "run". It declares: imports, Agent, Agent.limit, Agent.runOneUserTurn, Agent.#answer, Tool, tools, explain`,
  ],
  [
    "ts chapters/01-bare-loop/agent.ts#explain+Tool",
    `"Tool" stands before "explain" in ${agent}: write the names in file order`,
  ],
  ["ts chapters/09-gone/agent.ts", 'there is no "chapters/09-gone/agent.ts" in the repository'],
  [
    "ts chapters/01-bare-loop/Agent.ts",
    'there is no "chapters/01-bare-loop/Agent.ts" in the repository',
  ],
  ["ts chapters/01-bare-loop/", '"chapters/01-bare-loop/" is not a file: name one inside it'],
  [
    "ts ../other/agent.ts",
    '"../other/agent.ts" leaves the repository: name a file inside it, from its root',
  ],
  [
    "ts chapters/../../agent.ts",
    '"chapters/../../agent.ts" leaves the repository: name a file inside it, from its root',
  ],
  ["ts /etc/passwd", '"/etc/passwd" leaves the repository: name a file inside it, from its root'],
  [
    "ts chapters\\01-bare-loop\\agent.ts",
    '"chapters\\01-bare-loop\\agent.ts" has a backslash: write paths with "/"',
  ],
  [
    "json node_modules/tsx/package.json",
    '"node_modules/tsx/package.json" is not in a fresh clone: name another file',
  ],
  ["json package.json#name", 'only a TypeScript file has names to quote: write "package.json"'],
  ["ts", 'code names its source, "ts path#Symbol", or is a "ts sketch"'],
  ["ts agent", '"agent" is neither a path nor "sketch"'],
  ["ts sketch of it", "too many words behind the fence"],
])("tells page, line and block when ```%s quotes nothing", async (info, message) => {
  expect(await checkPage(`A line.\n\n${block(info)}`)).toEqual([`3: block "${info}": ${message}`]);
});

it("refuses a link in the file system that leaves the repository", async () => {
  const root = makeRepository({ "walkthrough/page.md": block("json shared/out/secret.json") });
  const outside = makeRepository({});
  writeFileSync(join(outside, "secret.json"), "{}");
  mkdirSync(join(root, "shared"), { recursive: true });
  symlinkSync(outside, join(root, "shared/out"), "junction");
  expect(await check(root)).toEqual([
    'walkthrough/page.md:1: block "json shared/out/secret.json": "shared/out/secret.json" leaves the repository: name a file inside it, from its root',
  ]);
});

it("refuses a source that does not parse", async () => {
  const root = makeRepository({ "shared/broken.ts": "export const = 1;\n" });
  await expect(quote(root, "shared/broken.ts#a")).rejects.toThrow(
    "shared/broken.ts does not parse: Unexpected token",
  );
});

it("refuses a text that would end its own block", async () => {
  const root = makeRepository({
    "shared/example.md": "```\ncode\n```\n",
    "walkthrough/page.md": `${block("md shared/example.md")}\n${block("md shared/example.md", "```\ncode\n```", "````")}`,
  });
  expect(await check(root)).toEqual([
    'walkthrough/page.md:1: block "md shared/example.md": its text has a line that ends the block: use a longer fence than ```',
  ]);
});

it("CRS-05 tells where code and text part, for a renamed, a longer, a shorter and an added line", async () => {
  const tool = (content: string) => block(`ts ${agent}#tools`, content);
  const [first, second] = ["// why this is here", "export const tools: Tool[] = [];"];
  const name = `block "ts ${agent}#tools" has drifted at its line`;
  const page = [
    tool(`${first}\n${second}`),
    tool(`${first}\nexport const instruments: Tool[] = [];`),
    tool(first),
    tool(`${first}\n${second}\n`),
    tool(""),
  ].join("\n");
  expect(await checkPage(page)).toEqual([
    `6: ${name} 2: expected ${JSON.stringify(second)}, actual "export const instruments: Tool[] = [];"`,
    `11: ${name} 2: expected ${JSON.stringify(second)}, actual the end of the block`,
    `15: ${name} 3: expected the end of the block, actual ""`,
    `21: ${name} 1: expected "// why this is here", actual ""`,
  ]);
});

it("CRS-05 makes no noise when a line is added above what is quoted", async () => {
  const root = makeRepository({
    [agent]: `// a new first line\n\n${agentSource}`,
    "walkthrough/page.md": block(
      `ts ${agent}#Tool`,
      "export type Tool = { name: string }; // told to the model",
    ),
  });
  expect(await check(root)).toEqual([]);
});

it("CRS-05 refuses a name that is declared twice, and one that is gone", async () => {
  const root = makeRepository({
    [agent]: "type Tool = 1;\nconst Tool = 1;\n",
    "walkthrough/page.md": `${block(`ts ${agent}#Tool`)}\n${block(`ts ${agent}#Agent`)}`,
  });
  expect(await check(root)).toEqual([
    `walkthrough/page.md:1: block "ts ${agent}#Tool": ${agent} declares "Tool" 2 times: quote the whole file`,
    `walkthrough/page.md:4: block "ts ${agent}#Agent": ${agent} declares no "Agent". It declares: Tool`,
  ]);
});

it.each(["\n", "\r\n"])(
  "CRS-06 makes no noise when page, source or both have CRLF (page: %j)",
  async (end) => {
    const page = block(
      `ts ${agent}#Agent.runOneUserTurn+explain`,
      [
        "/** From words",
        " *  to words. */",
        "async runOneUserTurn(text: string): Promise<string> {",
        "  if (text) return this.#answer(text);",
        '  return "";',
        "}",
        "",
        "export function explain(error: unknown): string {",
        "  return String(error);",
        "}",
      ].join("\n"),
    );
    for (const source of [agentSource, `\uFEFF${agentSource.replaceAll("\n", "\r\n")}`]) {
      const root = makeRepository({
        [agent]: source,
        "walkthrough/page.md": page.replaceAll("\n", end),
      });
      expect(await check(root)).toEqual([]);
    }
  },
);
