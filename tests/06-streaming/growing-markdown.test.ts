import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { growingMarkdown } from "../../chapters/06-streaming/tui/growing-markdown.ts";
import { plainAnswer } from "../../chapters/06-streaming/tui/item-lines.ts";
import { markdownAnswer } from "../../chapters/06-streaming/tui/markdown.ts";
import { deep, sized } from "../support/deep.ts";

/** What is shown after each piece, and of the whole in the end; none of it is wider than the window, and nothing in it is obeyed but colours. */
function grow(text: string, columns: number, sizes = [1]): string[][] {
  const { draft, whole } = growingMarkdown();
  const shown: string[][] = [];
  const seen = new Set<string>();
  for (let end = 0, place = 0; end <= text.length; place += 1) {
    const isWhole = end === text.length;
    end = isWhole ? end + 1 : Math.min(text.length, end + (sizes[place % sizes.length] ?? 1));
    const lines = isWhole ? whole(text, columns) : draft(text.slice(0, end), columns);
    const newest = lines.filter((line) => !seen.has(line));
    for (const line of newest) seen.add(line);
    expect(newest.filter((line) => stringWidth(line) > columns)).toEqual([]);
    expect(stripVTControlCharacters(newest.join(" "))).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
    shown.push(lines);
  }
  return shown;
}

describe("an answer that grows", () => {
  const answers: [what: string, text: string][] = [
    ["paragraphs", "one\ntwo\n\n\nthree **four\nfive** six\n"],
    ["a heading that a line makes", "one\ntwo\n===\nthree\n---\n\nfour\n"],
    ["what is no heading in the end", "one\n#\n\none\n#two\n\n# \nthree"],
    ["a list that goes on behind an empty line", "- a\n- b\n\n- c\n\n  d\n\n\n- e\n\nf\n"],
    ["numbers behind an empty line", "1. a\n\n12. b\n\n3 c\n\n4) d"],
    ["lists in lists", "- a\n  - b\n\n    c\n  - d\n1. e\n   - f\n\ng\n"],
    ["tasks", "- [ ] a\n- [x] b\n\n- [ ]\n"],
    ["a table, row by row", "a | b\n--|--\n1 | 2\n**3** | 4\n\n| a |\n|---|\n| b | c |\n"],
    ["what is no table", "a | b\n--|--|--\n1 | 2\n\n| a\n|-\nb"],
    ["indented code", "a\n\n    b\n\n\n    c\n\n  d\n"],
    ["fences", "```js\nlet a\n\n# b\n```\nc\n~~~\n```\n~~~\n````\n```\n````\n"],
    ["a fence that does not end", "a\n\n```ts\nlet b\n\nlet c\n"],
    ["quotations", "> a\nb\n> c\n\n> - d\ne\n>\n> ```\n> f\ng\n"],
    ["an empty quotation", "> \n\na\n\n>\n"],
    ["tags", "<div>\n**a**\n\n**b**\n</div>\n<!-- c\n\nd -->\ne\n<script>\n\nf</script>\n"],
    ["rules", "a\n\n---\n***\n- - -\n- -\n_ _ _\nb\n"],
    ["links defined before", "[a]: http://e.x\n\n[a] and [b][a]\n\n- [A]\n"],
    [
      "links defined behind",
      "[a] [b]\n\n> [c\n> d]\n\n- [a]\n\n[a]: http://e.x\n[C d]: http://e.y 'z'",
    ],
    ["links defined twice", "[a]\n\n[a]: http://e.x\n\n[a]: http://e.y\n\n[constructor]\n"],
    ["a definition that is none", "[a]\n\n[a]: http://e.x b\n\n[a]: http://e.y\n"],
    ["titles that do not end", "[a]: http://e.x 'b\n\nc'\n\n[d]: http://e.x\n(e\n\nf)\n"],
    ["a definition in a list", "[a]\n\n- [a]: http://e.x\n\n[a]\n"],
    ["a name over many lines", "[a\n# b\n]: c\n\n[d\\\n\ne]: f\n"],
    ["line ends of all kinds", "a\r\n\r\nb\rc\u2028d\v\n- e\r- f\r\n\f\ng"],
    ["tabs", "-\ta\n\tb\n\n\tc\n\n>\td"],
    [
      "controls",
      "a\x1b[31mb\x1b[2Jc\x1b]52;c;aGk=\x07d\x1b]0;e\nf\x1bPg\x1b\\h\x9b1mi\x9d0;j\n\nk\x1b",
    ],
    ["characters of many units", "👨‍👩‍👧 é e\u0301 🇯🇵 日本語\n\n\ud83d \ude00 \ud83d"],
    ["entities", "&lt;b&gt; &#27;[2J &am\n\n&amp;lt;"],
    ["spaces", "  \n\na  \nb\\\nc   \n   \n   d\n \n"],
    ["nothing", "\n\n \n"],
  ];

  it.each(answers)("is drawn as it would be at once: %s", (...row) => {
    const [, text] = row;
    for (const columns of deep ? [12, 40, 80] : [40]) {
      const shown = grow(text, columns, deep ? [1] : [1, 2, 3]);
      expect(shown.at(-1)).toEqual(markdownAnswer(text, columns));
    }
  });

  const pieces = [
    ...answers.flatMap(([, text]) => text.split(/(?<=\n)/)),
    ...["\n", "\n\n", "- ", "  - ", "1. ", "> ", "    ", "```", "```js\n", "===\n", "[a]: b\n"],
    ...["**", "_", "`", "[", "]", "(", ")", "'", '"', "<b>", "<!--", "-->", "|", "|-|\n", "word "],
    ...["\r", "\x1b", "\x1b]0;", "\x07", "\ud83d", "\ude00", "日本語"],
  ];
  const answer = fc
    .array(fc.constantFrom(...pieces), { maxLength: 20 })
    .map((parts) => parts.join(""));

  it("is drawn as it would be at once, wherever it is cut", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(answer, sizes, fc.constantFrom(12, 40, 80), (text, cuts, columns) => {
        fc.pre(text !== "");
        expect(grow(text, columns, cuts).at(-1)).toEqual(markdownAnswer(text, columns));
      }),
      { numRuns: sized(40, 1500) },
    );
  });

  it("never shows a part of what a terminal would obey", () => {
    const text = "a\x1b]52;c;aGk=\x07b\x1b[38;5;1mc\x1b]0;d e\x1b\\f\x9b2Jg";
    const shown = grow(text, 40).map((lines) => lines.join(""));
    expect([...new Set(shown)]).toEqual(["a", "ab", "abc", "abcf", "abcfg"]);
  });

  it("has its links when it is whole: they may be defined behind their use", () => {
    const shown = grow("see [a]\n\nb\n\n[a]: http://e.x c\n\n[a]: http://e.x", 40).map(
      ([first]) => first,
    );
    expect(new Set(shown.slice(6, -1))).toEqual(new Set(["see [a]"]));
    expect(shown.at(-1)).toBe("see a (http://e.x)");
  });

  it("has its finished blocks as they will be, at every moment", () => {
    const text = "# a\n\n**b\n\n- c\n- d\n\ne";
    const shown = grow(text, 40).map((lines) => plain(lines).join("\n"));
    expect(shown.filter((each, place) => each !== shown[place - 1])).toEqual([
      "#",
      "# a",
      "# a\n\n- ",
      "# a\n\n**",
      "# a\n\n**b",
      "# a\n\n**b\n\n- ",
      "# a\n\n**b\n\n- c",
      "# a\n\n**b\n\n- c\n- ",
      "# a\n\n**b\n\n- c\n- d",
      "# a\n\n**b\n\n- c\n- d\n\ne",
    ]);
  });

  it("begins anew where the text or the window is another one", () => {
    const { draft, whole } = growingMarkdown();
    const asked: [text: string, columns: number][] = [
      ["# a\n\n- b", 40],
      ["# a\n\n- b\n- c", 40],
      ["# a\n\n- b\n- c", 40],
      ["# a\n\n- b\n- c", 12],
      ["# a\n\n- b", 12],
      ["other\n\ntext", 12],
      ["", 12],
      ["# a\n\n- b", 40],
    ];
    for (const [text, columns] of asked) {
      expect(draft(text, columns)).toEqual(markdownAnswer(text, columns));
      expect(whole(text, 40)).toEqual(markdownAnswer(text, 40));
      expect(whole("another", columns)).toEqual(["another"]);
    }
  });
});

describe("very much of it", () => {
  const KB = 1024;
  const count = sized(4, 24) * KB;
  const numbered = (line: (place: number) => string) => {
    let text = "";
    for (let place = 0; text.length < count; place += 1) text += line(place);
    return text;
  };
  const w = (place: number) => `word${place}`;
  const texts: [what: string, text: string][] = [
    ["a paragraph of lines", numbered((n) => `${w(n)} and **more**\n`)],
    ["one line", numbered((n) => `${w(n)} and **more** `)],
    ["one word", numbered((n) => `${w(n)}-`)],
    ["wide characters", numbered((n) => `日本語${w(n)}`).slice(0, sized(3, 20) * KB)],
    ["a list", numbered((n) => `- ${w(n)} **more**\n`)],
    ["a loose list", numbered((n) => `- ${w(n)}\n\n  more\n\n`)],
    ["a nested list", numbered((n) => `- ${w(n)}\n  - more\n    - deep\n`)],
    ["one item with many in it", `- a\n${numbered((n) => `    - ${w(n)} \`more\`\n`)}`],
    ["a numbered list", numbered((n) => `${n + 1}. ${w(n)} more\n`)],
    ["a table", `| a | b |\n|---|---|\n${numbered((n) => `| ${w(n)} | more |\n`)}`],
    ["a quotation", numbered((n) => `> ${w(n)} more\n`)],
    ["code", `\`\`\`\n${numbered((n) => `  ${w(n)}\n\n# more\n`)}`],
    [
      "code of a language",
      `\`\`\`js\n${numbered((n) => `let ${w(n)} = \`more\`;\n`)}\`\`\`\n\nend`,
    ],
    ["code in one line", `\`\`\`js\n${numbered((n) => `${w(n)}=1;`)}`],
    ["tags", `<div>\n${numbered((n) => `<b>${w(n)}</b>\n`)}</div>\n`],
    ["items without an empty line before them", `# a\ntext\n${numbered((n) => `* ${w(n)}\n`)}`],
    ["code behind a long line", `${"x ".repeat(3000)}\n\`\`\`js\n${numbered((n) => `${w(n)};\n`)}`],
  ];
  const words = (rows: string[]) =>
    stripVTControlCharacters(rows.join(""))
      .replace(/[\s│]/g, "")
      .match(/word\d+/g);

  // every other one, unless there is time
  it.each(texts.filter((_, place) => deep || place % 2 === 0))(
    "is drawn, and none of its words is lost or doubled: %s",
    (...row) => {
      const [, text] = row;
      const last = grow(text, 80, [sized(331, 97)]).at(-1) ?? [];
      expect(words(last)).toEqual(words([text]));
    },
  );

  it("is shown as it was written while it is long and open, and drawn when it is finished", () => {
    const code = `\`\`\`js\n${"let a = 1;\n".repeat(600)}\`\`\`\n`;
    const { draft, whole } = growingMarkdown();
    for (let end = 97; end < code.length; end += 97) draft(code.slice(0, end), 40);
    expect(draft(code, 40).slice(-2)).toEqual(["let a = 1;", "```"]);
    expect(draft(`${code}\nb\n`, 40)).toEqual(markdownAnswer(`${code}\nb\n`, 40));
    expect(whole(`${code}\nb\n`, 40)).toEqual(markdownAnswer(`${code}\nb\n`, 40));
  });

  it("is one row after the other where it is one long line", () => {
    for (const word of ["word ", "日本 ", "日本語", "x"]) {
      const text = word.repeat(sized(1500, 6000) / word.length);
      expect(grow(text, 40, [71]).at(-2)).toEqual(plainAnswer(text, 40));
    }
  });

  it("is shown as it was written where it is more than 128 KiB, from then on", () => {
    const { draft, whole } = growingMarkdown();
    const text = "**a** b\n".repeat(17 * KB);
    expect(draft(text, 40)).toEqual(markdownAnswer(text, 40));
    expect(draft(`${text}c`, 40).slice(-2)).toEqual(["**a** b", "c"]);
    expect(whole(`${text}c`, 40)).toEqual(markdownAnswer(`${text}c`, 40));
  });
});

function plain(lines: string[]): string[] {
  return lines.map(stripVTControlCharacters);
}
