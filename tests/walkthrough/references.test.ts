import { expect, it } from "vitest";
import { checkPage } from "./repository.ts";

it("follows links to files, folders, headings and the web", async () => {
  expect(
    await checkPage(`# Two words

[a](../chapters/01-bare-loop/agent.ts) [b](../chapters) ![c](page.md) [d](#two-words) [e](page.md#two-words "title")
[f](https://example.com/gone) [g](mailto:a@example.com) [h][1] <a href="../package.json">h</a> \`[no](link.md)\`

[1]: ../package.json
`),
  ).toEqual([]);
});

it.each([
  [
    "[x](02-tools.md)",
    '"02-tools.md" leads nowhere: there is no "walkthrough/02-tools.md" in the repository',
  ],
  ["[x](#gone)", '"#gone" leads nowhere: walkthrough/page.md has no heading "#gone"'],
  ["[x](page.md#gone)", '"page.md#gone" leads nowhere: walkthrough/page.md has no heading "#gone"'],
  ["[x](/package.json)", '"/package.json" leads nowhere: write it relative to the page'],
  [
    "[x](../../out.md)",
    '"../../out.md" leads nowhere: "../out.md" leaves the repository: name a file inside it, from its root',
  ],
  [
    "[x](../Package.json)",
    '"../Package.json" leads nowhere: there is no "Package.json" in the repository',
  ],
  [
    "[x](../chapters/01-bare-loop/agent.ts#L3)",
    '"../chapters/01-bare-loop/agent.ts#L3" leads nowhere: only a page has anchors: a line number would drift',
  ],
  [
    "[![x](gone.png)](page.md)",
    '"gone.png" leads nowhere: there is no "walkthrough/gone.png" in the repository',
  ],
  [
    "[x][1]\n\n[1]: gone.md",
    '"gone.md" leads nowhere: there is no "walkthrough/gone.md" in the repository',
  ],
  [
    '<img src="gone.svg">',
    '"gone.svg" leads nowhere: there is no "walkthrough/gone.svg" in the repository',
  ],
])("tells that %j leads nowhere", async (text, message) => {
  const line = text.includes("\n") ? 5 : 3;
  expect(await checkPage(`# Page\n\n${text}\n`)).toEqual([`${line}: the link ${message}`]);
});

it("finds the paths and commands that inline code names", async () => {
  expect(
    await checkPage(`\`chapters/01-bare-loop/agent.ts\` \`chapters/\` \`chapters/NN-name/\` \`chapters/…\` \`shared/*.ts\`
\`chapters/01-bare-loop/agent.ts#Agent.runOneUserTurn\` \`npx one-turn trace 02 "hello"\` \`npm run check\`
\`npx one-turn <command>\` \`elsewhere/gone.ts\` \`\`chapters/01-bare-loop\`\`
`),
  ).toEqual([]);
});

it.each([
  ["chapters/02-gone/agent.ts", 'there is no "chapters/02-gone/agent.ts" in the repository'],
  ["tests/gone.test.ts", 'there is no "tests/gone.test.ts" in the repository'],
  ["chapters/01-bare-loop/agent.ts:12", "a line number drifts: name the symbol, path#Symbol"],
  [
    "chapters/01-bare-loop/main.ts#main",
    'chapters/01-bare-loop/main.ts declares no "main". It declares: nothing with a name',
  ],
  [
    "npx one-turn fly",
    'one-turn has no command "fly". It has: start, trace, rehearsal, walkthrough',
  ],
  ["npm run fly", 'package.json has no script "fly". It has: start, test, check'],
])("tells that `%s` is not there", async (code, message) => {
  expect(await checkPage(`Code that a line \`broke\nin\` two, and \`${code}\`.\n`)).toEqual([
    `2: \`${code}\` is not true: ${message}`,
  ]);
});
