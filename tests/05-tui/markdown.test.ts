import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { markdownAnswer } from "../../chapters/05-tui/tui/markdown.ts";
import { sized } from "../support/deep.ts";
import { plain, withoutColors } from "./support.ts";

const bold = (text: string) => `\x1b[1m${text}\x1b[22m`;
const underline = (text: string) => `\x1b[4m${text}\x1b[24m`;
const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
const green = (text: string) => `\x1b[32m${text}\x1b[39m`;
const yellow = (text: string) => `\x1b[33m${text}\x1b[39m`;
const magenta = (text: string) => `\x1b[35m${text}\x1b[39m`;
const cyan = (text: string) => `\x1b[36m${text}\x1b[39m`;
const gray = (text: string) => `\x1b[90m${text}\x1b[39m`;
const quote = `${gray("│")} `;

describe("an answer", () => {
  const rows: [what: string, text: string, rows: string[]][] = [
    ["plain text", "Buy milk.", ["Buy milk."]],
    ["what is not meant any more", "~~one~~ two", ["~~one~~ two"]],
    [
      "where its links go, and no empty rows",
      "[a]\n\n[a]: http://e.x\n\nb",
      ["a (http://e.x)", "", "b"],
    ],
    ["nothing", "", []],
    ["paragraphs", "one\ntwo\n\n\n\nthree\n", ["one", "two", "", "three"]],
    ["a hard break", "one  \ntwo\\\nthree", ["one", "two", "three"]],
    ["headings", "# One\n## Two\ntext", [bold("# One"), "", bold("## Two"), "", "text"]],
    ["a heading with a line below it", "One\n===\ntext", [bold("# One"), "", "text"]],
    [
      "bold and emphasis",
      "**a** _b_ *c* __d__",
      [`${bold("a")} ${underline("b")} ${underline("c")} ${bold("d")}`],
    ],
    ["one in the other", "**a *b* c**", [bold(`a ${underline("b")} c`)]],
    ["code in a line", "run `npm test` now", [`run ${cyan("npm test")} now`]],
    ["a rule", "a\n\n---\n\nb", ["a", "", gray("─".repeat(40)), "", "b"]],
    [
      "tags, letter for letter",
      "a <b>b</b> {bold}c{/bold} :smile:",
      ["a <b>b</b> {bold}c{/bold} :smile:"],
    ],
    ["a block of tags", "<div>\n<b>x</b>\n</div>", ["<div>", "<b>x</b>", "</div>"]],
    ["what was meant as it is", "\\*a\\* 1 * 2 * 3 a_b_c #d", ["*a* 1 * 2 * 3 a_b_c #d"]],
    ["signs", "a < b && c > d \"e\" 'f'", ["a < b && c > d \"e\" 'f'"]],
    ["a colon", "a: `b:c`", [`a: ${cyan("b:c")}`]],
  ];

  it.each(rows)("is drawn: %s", (...row) => {
    const [, text, expected] = row;
    expect(markdownAnswer(text, 40)).toEqual(expected);
  });

  it("is cut between words, and goes on under its text", () => {
    expect(markdownAnswer("one two three\n\n- four five six\n\n1. seven eight", 12)).toEqual([
      "one two",
      "three",
      "",
      "- four five",
      "  six",
      "",
      "1. seven",
      "   eight",
    ]);
    expect(markdownAnswer(`${"日本語".repeat(5)} a`, 12)).toEqual([
      "日本語日本語",
      "日本語日本語",
      "日本語 a",
    ]);
    expect(markdownAnswer("`one two three`", 10)).toEqual([cyan("one two"), cyan("three")]);
  });

  it("has its weight in each of its lines", () => {
    expect(markdownAnswer("**one\ntwo** three", 40)).toEqual([bold("one"), `${bold("two")} three`]);
  });

  it("has whole colours where there are very many of them in a line", () => {
    const rows = markdownAnswer(`${"x".repeat(6)} ${"**a**b".repeat(680)}`, 80);
    expect(withoutColors(rows).filter((row) => row.includes("\x1b"))).toEqual([]);
  });
});

describe("a list", () => {
  const rows: [what: string, text: string, rows: string[]][] = [
    ["flat", "- a\n- b **c**\n* d", ["- a", `- b ${bold("c")}`, "", "- d"]],
    ["nested", "- a\n  - b\n    - c\n  - d\n- e", ["- a", "  - b", "    - c", "  - d", "- e"]],
    ["numbered", "1. a\n2. b\n   - c", ["1. a", "2. b", "   - c"]],
    ["with numbers that go on", "9. a\n10. b", ["9. a", "10. b"]],
    ["loose", "- a\n\n- b\n\n  c", ["- a", "", "- b", "  ", "  c"]],
    ["of tasks", "- [ ] a\n- [x] **b**", ["- [ ] a", `- [x] ${bold("b")}`]],
    ["of tasks, loose", "- [ ] a\n\n- [x] b", ["- [ ] a", "", "- [x] b"]],
    ["with a heading", "- # a\n  b", [`- ${bold("# a")}`, "  b"]],
    ["with a quotation", "- > a\n  > b", [`- ${quote}a`, `  ${quote}b`]],
    ["in a quotation", "> - a\n>   1. b", [`${quote}- a`, `${quote}  1. b`]],
    [
      "with a table",
      "- a\n\n  | b |\n  |---|\n  | c |",
      ["- a", "  ", "  ┌───┐", "  │ b │", "  ├───┤", "  │ c │", "  └───┘"],
    ],
    [
      "with code",
      "1. Install:\n   ```sh\n   npm i\n     a\n   ```\n2. Done",
      ["1. Install:", "     npm i", "       a", "2. Done"],
    ],
    [
      "with code of a known language",
      "- a\n\n  ```js\n  let b\n  ```",
      ["- a", "  ", `    ${magenta("let")} b`],
    ],
    ["that goes on behind code", "1. a\n```\nb\n```\n2. c", ["1. a", "", "  b", "", "2. c"]],
  ];

  it.each(rows)("is drawn: %s", (...row) => {
    const [, text, expected] = row;
    expect(markdownAnswer(text, 40)).toEqual(expected);
  });

  it("has its empty items too", () => {
    expect(markdownAnswer("1. a\n2.\n3. b", 40)).toEqual(["1. a", "2. ", "3. b"]);
    expect(markdownAnswer("-", 40)).toEqual(["- "]);
  });

  it("is no wider than a window that has hardly room for its numbers", () => {
    const rows = markdownAnswer("- 123456789. 日本", 12);
    expect(rows.filter((row) => stringWidth(row) > 12)).toEqual([]);
  });
});

describe("code", () => {
  const fence = (language: string, code: string) =>
    markdownAnswer(`\`\`\`${language}\n${code}\n\`\`\``, 40);
  const code = "const a = 'b'; // 1";
  const colored = `  ${magenta("const")} a = ${green("'b'")}; ${gray("// 1")}`;

  it("is coloured where its language is known, however it is written", () => {
    for (const language of ["js", "JavaScript", "ts", "js title=a", "js,ignore", "js{1}"]) {
      expect(fence(language, code)).toEqual([colored]);
    }
    expect(fence("json", '{"a": [1, true]}')).toEqual([
      `  {${cyan('"a"')}: [${yellow("1")}, ${yellow("true")}]}`,
    ]);
  });

  it.each([
    "",
    "text",
    "nosuch",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "\x1b[2J",
    "../js",
  ])("is as it is where its language is %j", (language) => {
    expect(fence(language, code)).toEqual([`  ${code}`]);
  });

  it("keeps its spaces, its signs and its entities", () => {
    expect(fence("", "a\n\n    b\n  **c** <d> &lt; &#27; {e}")).toEqual([
      "  a",
      "  ",
      "      b",
      "    **c** <d> &lt; &#27; {e}",
    ]);
    expect(markdownAnswer("    one\n      two", 40)).toEqual(["  one", "    two"]);
    expect(plain(fence("html", "<b>&amp;</b>"))).toEqual(["  <b>&amp;</b>"]);
  });

  it("goes on in the next row, in its colour", () => {
    expect(markdownAnswer("```js\na = 'one two three'\n```", 14)).toEqual([
      `  a = ${green("'one two")}`,
      `  ${green(" three'")}`,
    ]);
  });

  it("is drawn before its end has come", () => {
    expect(markdownAnswer("```js\nlet a", 40)).toEqual([`  ${magenta("let")} a`]);
  });

  it.each(["diff", "patch"])("is coloured where it is a %s", (language) => {
    expect(fence(language, "--- a\n+++ b\n@@ -1 +1 @@\n-one\n+two\n three")).toEqual([
      `  ${bold("--- a")}`,
      `  ${bold("+++ b")}`,
      `  ${cyan("@@ -1 +1 @@")}`,
      `  ${red("-one")}`,
      `  ${green("+two")}`,
      "   three",
    ]);
  });
});

describe("a table", () => {
  const table = "| left | right |\n|:-----|------:|\n| 日本 | **2** |";

  it("is drawn where it fits", () => {
    expect(markdownAnswer(table, 40)).toEqual([
      "┌──────┬───────┐",
      "│ left │ right │",
      "├──────┼───────┤",
      `│ 日本 │ ${bold("2")}     │`,
      "└──────┴───────┘",
    ]);
    expect(markdownAnswer(table, 16)).toHaveLength(5);
  });

  it("is shown as it was written where a row has a cell too many", () => {
    expect(markdownAnswer("| a |\n|---|\n| b | c |", 40)).toEqual(["| a |", "|---|", "| b | c |"]);
    expect(markdownAnswer("| a |\n|---|\n| b \\| c |", 40).at(3)).toBe("│ b | c │");
  });

  it("is shown as it was written where it does not", () => {
    expect(markdownAnswer(`a\n\n${table}`, 15)).toEqual([
      "a",
      "",
      "| left | right",
      "|",
      "|:-----|------:",
      "|",
      "| 日本 | **2**",
      "|",
    ]);
  });
});

describe("a quotation", () => {
  it("has a bar, also around what is in it", () => {
    expect(markdownAnswer("> one\n> two\n>\n> > three\n\nfour", 40)).toEqual([
      `${quote}one`,
      `${quote}two`,
      quote,
      `${quote}${quote}three`,
      "",
      "four",
    ]);
    expect(markdownAnswer("> ```js\n> let a\n> ```\n> - b", 40)).toEqual([
      `${quote}  ${magenta("let")} a`,
      quote,
      `${quote}- b`,
    ]);
    expect(markdownAnswer("> one two three four five six", 24)).toEqual([
      `${quote}one two three four`,
      `${quote}five six`,
    ]);
  });

  it("has no more bars than leave ten columns for its text", () => {
    expect(plain(markdownAnswer(`${"> ".repeat(9)}a`, 20))).toEqual(["│ │ │ │ │ │ > > > a"]);
  });
});

describe("what is not seen", () => {
  it("leaves no empty row at the edge", () => {
    expect(plain(markdownAnswer("> \n\na", 40))).toEqual(["a"]);
  });

  it("is a definition, up to an empty line: what follows is text, whatever signs are in it", () => {
    expect(plain(markdownAnswer('[a]: http://e.x "b\n\nc" and [a]', 40))).toEqual([
      '[a]: http://e.x "b',
      "",
      'c" and [a]',
    ]);
  });
});

describe("a link", () => {
  const rows: [text: string, row: string][] = [
    ["[text](http://e.x/?a=1&b=2)", "text (http://e.x/?a=1&b=2)"],
    ['[**text**](http://e.x "title")', `${bold("text")} (http://e.x)`],
    ["http://e.x and <http://e.y>", "http://e.x and http://e.y"],
    ["[http://e.x](http://e.x)", "http://e.x"],
    ["[bank](http://evil.x)", "bank (http://evil.x)"],
    ["[a][b]\n\n[b]: http://e.x", "a (http://e.x)"],
    ["![alt](http://e.x/i.png)", "![alt](http://e.x/i.png)"],
  ];

  it.each(rows)("says where it goes: %s", (...row) => {
    const [text, expected] = row;
    expect(markdownAnswer(text, 60)[0]).toBe(expected);
  });
});

describe("TUI-01 an entity", () => {
  const rows: [text: string, row: string][] = [
    ["&lt;b&gt; &amp;amp; &quot;a&quot; &#39;", '<b> &amp; "a" \''],
    ["&#65;&#x42; &#8230;", "AB …"],
    ["a&#x1b;[2Jb", "ab"],
    ["a&#27;]52;c;aGk=&#7;b", "ab"],
    ["a&#155;2Jb&#x9b;1mc", "abc"],
    ["a&#0;b&#8238;c&#x200b;d", "a\ufffdbcd"],
    ["**a&#27;[2Jb**", bold("ab")],
    ["# a&#27;[2Jb", bold("# ab")],
    ["- a&#27;[2Jb", "- ab"],
    ["> a&#27;[2Jb", `${quote}ab`],
    ["[a&#27;cb](http://e.x)", "ab (http://e.x)"],
    ["`&#27;[2J &lt;`", cyan("&#27;[2J &lt;")],
    ["<b a='&#27;[2J'>", "<b a='&#27;[2J'>"],
    ["![a&#27;c](b&#27;c)", "![a&#27;c](b&#27;c)"],
  ];

  it.each(rows)("is a letter, and no control: %s", (...row) => {
    const [text, expected] = row;
    expect(markdownAnswer(text, 60)).toEqual([expected]);
  });

  it("is a letter in a table too", () => {
    const rows = markdownAnswer("| a&#27;[2Jb |\n|---|\n| &lt;c&gt; |", 40);
    expect(rows.slice(1, 4)).toEqual(["│ ab  │", "├─────┤", "│ <c> │"]);
  });
});

describe("any answer", () => {
  const pieces = [
    ...["\n", "\n\n", "# ", "- ", "  - ", "1. ", "> ", ">> ", "    ", "- [x] ", "---\n", "===\n"],
    ...["**", "__", "*", "_", "`", "``", "~~", "[", "](", ")", "](http://e.x) ", "![a](b)", "\\"],
    ...[
      "```",
      "```js\n",
      "```diff\n",
      "~~~\n",
      "@@ -1 +1 @@\n",
      "+a\n",
      "-b\n",
      "[a]: b\n",
      "[^1]",
    ],
    ...[
      "<b>",
      "<!--",
      "<div>\n",
      "|",
      "|-|",
      "| a | b |\n|---|---|\n| 1 | 2 |\n",
      "{bold}",
      "*#COLON|*",
    ],
    ...["&lt;", "&#x1b;[2J", "&#27;]0;", "&#155;", "&#10;", "&#8238;", "&#xd800;", "&copy;"],
    ...["word ", "a", "日本語", "👨‍👩‍👧", "🇯🇵", "e\u0301", "x".repeat(60), "http://e.x/日本/"],
    ...["\t", "\r\n", "\0", "\x1b[2J", "\x1b]52;c;aGk=\x07", "\x9b1m", "\u202e", "\ud83d"],
  ];
  const answer = fc
    .array(fc.constantFrom(...pieces), { maxLength: 30 })
    .map((parts) => parts.join(""));

  it("is no wider than the window, and nothing in it is obeyed but colours", () => {
    fc.assert(
      fc.property(answer, fc.integer({ min: 12, max: 100 }), (text, columns) => {
        const rows = markdownAnswer(text, columns);
        expect(rows.filter((row) => stringWidth(row) > columns)).toEqual([]);
        expect(withoutColors(rows).join("")).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
      }),
      { numRuns: sized(300, 10_000) },
    );
  });

  it("loses none of its words", () => {
    const safe = pieces.filter((piece) => /^[\n#>*_\- \d.|[]+$/.test(piece));
    const text = fc
      .array(fc.constantFrom(...safe, "one ", "two", "日本語", "three\n"), { maxLength: 25 })
      .map((parts) => parts.join(""));
    const letters = (rows: string[]) => plain(rows).join("").replace(/\P{L}/gu, "");
    fc.assert(
      fc.property(text, (from) => {
        expect(letters(markdownAnswer(from, 40))).toBe(letters([from]));
      }),
      { numRuns: sized(200, 10_000) },
    );
  });
});

describe("very much of it", () => {
  const KB = 1024;
  const nested = (item: string, indent: number, depth: number) =>
    Array.from({ length: depth }, (_, level) => " ".repeat(level * indent) + item).join("\n");
  const texts: [what: string, text: string][] = [
    ["lists in lists, 200 deep", nested("- x", 2, 200)],
    ["numbered ones", nested("1. x", 3, sized(50, 200))],
    ["lists in one line, 200 deep", `${"- ".repeat(200)}x`],
    ["quotations in quotations, 5,000 deep", `${">".repeat(5000)} x`],
    ["brackets, 5,000 deep", "[".repeat(5000)],
    ["stars", "*a ".repeat(sized(2, 20) * KB)],
    ["one line of 60 KB", "a".repeat(60 * KB)],
    ["one line of words", "word ".repeat(sized(4, 12) * KB)],
    ["a line of wide characters", "日本 ".repeat(sized(2, 20) * KB)],
    ["many short lines", "a\n".repeat(sized(3, 30) * KB)],
    ["many items", "- a\n".repeat(sized(1, 15) * KB)],
    ["a long table", `| a |\n|---|\n${"| b |\n".repeat(sized(100, 5000))}`],
    ["a wide table", `${"|a".repeat(sized(100, 5000))}|\n${"|-".repeat(sized(100, 5000))}|\n`],
    ["much code", `\`\`\`js\n${"const a = 1;\n".repeat(sized(100, 1200))}\`\`\``],
    ["more code than is coloured", `\`\`\`js\n${"const a = 1;\n".repeat(4000)}\`\`\``],
    ["a megabyte", "a ".repeat(sized(35 * KB, 500 * KB))],
    ["a megabyte in one word", "a".repeat(sized(70 * KB, KB * KB))],
    ["a megabyte of wide characters in one word", "日".repeat(sized(5, 350) * KB)],
    ["a megabyte of lines", "**a**\n".repeat(sized(12 * KB, 170 * KB))],
  ];

  it.each(texts)("is drawn: %s", (...row) => {
    const [, text] = row;
    const rows = markdownAnswer(text, 80);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((each) => stringWidth(each) > 80)).toEqual([]);
  });

  it("is shown as it was written where it is more than 128 KiB", () => {
    expect(markdownAnswer(`**a**${" ".repeat(128 * KB)}\x1b[2Jb`, 80)).toEqual(["**a**", "b"]);
  });
});
