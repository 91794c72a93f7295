import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "../../chapters/04-reducer/clean-text.ts";
import { sized } from "../support/deep.ts";

describe("TUI-01 text from outside", () => {
  const rows: [what: string, text: string, clean: string][] = [
    ["plain text", "Größe: 10 €, 日本語, e\u0301", "Größe: 10 €, 日本語, e\u0301"],
    ["TUI-05 tags, letter for letter", "{bold}x{/bold} {red-fg}", "{bold}x{/bold} {red-fg}"],
    ["a newline", "a\nb\n", "a\nb\n"],
    ["line ends of other systems", "a\r\nb\rc\u2028d\u2029e\vf\fg", "a\nb\nc\nd\ne\nf\ng"],
    ["a tab", "a\tb", "a    b"],
    ["a colour", "a\x1b[1;31mb\x1b[0mc", "abc"],
    ["a cleared screen", "a\x1b[2J\x1b[Hb", "ab"],
    ["a question to the terminal", "a\x1b[6nb\x1b[?25lc\x1b[>0q", "abc"],
    ["a command with spaces in it", "a\x1b[4 qb", "ab"],
    ["a reset", "a\x1bcb\x1b7c\x1b(0d\x1b#8e", "abcde"],
    ["the clipboard", "a\x1b]52;c;aGk=\x07b", "ab"],
    ["the clipboard, ended in the other way", "a\x1b]52;c;aGk=\x1b\\b", "ab"],
    ["a link", "a\x1b]8;;http://evil.example\x1b\\b\x1b]8;;\x1b\\c", "abc"],
    ["a title that never ends", "a\x1b]0;title\nb", "a\nb"],
    ["a title that is cut by another sequence", "a\x1b]0;title\x1b[1mb", "ab"],
    ["device strings", "a\x1bPq#0\x1b\\b\x1b_x\x1b\\c\x1b^x\x1b\\d\x1bXx\x1b\\e", "abcde"],
    [
      "the 8-bit forms",
      "a\x9b2Jb\x9d52;c;aGk=\x9cc\x90q\x9cd\x9ex\x9ce\x9fx\x9cf\x98x\x9cg",
      "abcdefg",
    ],
    ["a single 8-bit control", "a\x84b\x8dc\x85d", "abcd"],
    ["a sequence that is cut at the end", "a\x1b[12", "a"],
    ["a sequence that is cut at its second byte", "a\x1b", "a"],
    ["a sequence that is cut by a newline", "a\x1b[12\nb", "a\nb"],
    ["a sequence in a sequence", "a\x1b\x1b[\x1b[2Jb", "ab"],
    ["a bell, a backspace, a NUL, a delete", "a\x07b\bc\0d\x7fe", "abcde"],
    ["the direction of writing", "a\u202eb\u2066c\u2069d\u200fe\u061cf", "abcdef"],
    [
      "what is there and not seen",
      "a\u200bb\ufeffc\u00add\u2060e\u034ff\u3164g\ufff9h",
      "abcdefgh",
    ],
    ["letters in hidden tags", "a\u{e0069}\u{e0067}b", "ab"],
    ["half a character", "a\ud83db\ude00c", "a\ufffdb\ufffdc"],
    ["halves that a sequence keeps apart", "\ud83d\x1b[1m\ude00", "\ufffd\ufffd"],
    ["emoji of several characters", "👨‍👩‍👧 ❤️ 🇯🇵 👍🏽", "👨‍👩‍👧 ❤️ 🇯🇵 👍🏽"],
  ];

  it.each(rows)("is fit for a terminal: %s", (...row) => {
    const [, text, clean] = row;
    expect(cleanText(text)).toBe(clean);
  });

  const hostile = fc.constantFrom(
    ..."\x1b\x9b\x9d\x9c\x90[]P\\0;12?m\x07\r\n\t\0 aé😀\ud83d\ude00\u200b\u200d\u202e\ufe0f",
    "\ud83d",
    "\ude00",
  );
  const anyText = fc.oneof(
    fc.array(hostile, { maxLength: 60 }).map((parts) => parts.join("")),
    fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
    fc.string({ unit: "binary", maxLength: 60 }),
  );

  it("holds no control but newlines, nothing invisible and no half characters, whatever it was", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(/[^\P{Cc}\n]/u);
        expect(clean).not.toMatch(/(?![\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u);
        expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanText(clean)).toBe(clean);
      }),
      { numRuns: sized(1000, 10_000) },
    );
  });

  it("loses none of its letters", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aéß日😀 .{}[]();\n") });
    fc.assert(
      fc.property(letters, (text) => {
        expect(cleanText(text)).toBe(text);
      }),
    );
  });

  const pieces = [
    ...["a", "\x1b", "\x1b[", "\x1b[1;", "\x1b]", "\x1b]x", "\x1bP", "\x9b", "\x9dx", "\x1b "],
    ...["\r", "\n", "\t", "\0", "\u202e", "\ud800", "😀", "\x07\x1b]"],
  ];

  it.each(pieces)("takes a very long text without a stop: %j", (piece) => {
    const text = piece.repeat(sized(400_000, 2_000_000) / piece.length);
    expect(cleanText(`${text}\nend`).endsWith("end")).toBe(true);
  });
});
