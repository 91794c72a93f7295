import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { typedRows } from "../../chapters/05-tui/tui/typed-rows.ts";
import { emptyTyping, type Typing } from "../../chapters/05-tui/tui/typing.ts";
import { hostileText, plain, withoutColors } from "./support.ts";

const prompt = "\x1b[1m\x1b[36m> \x1b[39m\x1b[22m";

describe("what is typed", () => {
  it("stands behind a prompt, with the cursor behind it", () => {
    expect(typedRows(typing("hello|"), 20, 3)).toEqual({
      rows: [`${prompt}hello`],
      cursor: { row: 0, left: `${prompt}hello` },
    });
    expect(typedRows(emptyTyping, 20, 3)).toEqual({
      rows: [prompt],
      cursor: { row: 0, left: prompt },
    });
  });

  const rows: [what: string, text: string, rows: string[]][] = [
    ["the cursor in the middle", "he|llo", ["> he|llo"]],
    ["lines", "one\n|\ntwo", ["> one", "  |", "  two"]],
    ["a last line that is empty", "one\n|", ["> one", "  |"]],
    ["a row that is not quite full", "123456789|", ["> 123456789|"]],
    ["a full row: the cursor stands below it", "1234567890|", ["> 1234567890", "  |"]],
    ["more than a row", "1234567890ab|", ["> 1234567890", "  ab|"]],
    ["the cursor at the break of a row", "1234567890|ab", ["> 1234567890", "  |ab"]],
    ["words, which are cut like all else", "one two three|", ["> one two th", "  ree|"]],
    ["spaces at the break", "123456789   a|", ["> 123456789 ", "    a|"]],
    ["wide characters", "日本|語", ["> 日本|語"]],
    ["a wide one that is not cut at the edge", "123456789日|", ["> 123456789", "  日|"]],
    ["a wide one up to the edge", "12345678日|", ["> 12345678日", "  |"]],
    ["a flag, a family and an accent", "🇯🇵👨‍👩‍👧e\u0301|a", ["> 🇯🇵👨‍👩‍👧e\u0301|a"]],
    ["a tab", "a\tb|", ["> a    b|"]],
    ["a tab that does not fit", "1234567\ta|", ["> 1234567", "      a|"]],
    ["what is not seen", "a\u202eb\u200bc|", ["> abc|"]],
    ["half a character", "a\ud83d|", ["> a\ufffd|"]],
  ];

  it.each(rows)("is cut where the window ends: %s", (...row) => {
    const [, text, expected] = row;
    expect(drawn(text, 12, 5)).toEqual(expected);
  });

  it("is seen around the cursor when there is more of it", () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, place) => `${from + place}`).join("\n");
    expect(drawn(`${lines(1, 9)}|`, 12, 3)).toEqual(["  7", "  8", "  9|"]);
    expect(drawn(`${lines(1, 5)}|\n${lines(6, 9)}`, 12, 3)).toEqual(["  3", "  4", "  5|"]);
    expect(drawn(`|${lines(1, 9)}`, 12, 3)).toEqual(["> |1", "  2", "  3"]);
    expect(drawn(`${lines(1, 9)}|`, 12, 1)).toEqual(["  9|"]);
  });

  it("TUI-03 may be a text of 5,000 lines", () => {
    const text = Array.from({ length: 5000 }, (_, place) => `line ${place + 1}`).join("\n");
    expect(drawn(`${text}|`, 20, 2)).toEqual(["  line 4999", "  line 5000|"]);
    expect(drawn(`|${text}`, 20, 2)).toEqual(["> |line 1", "  line 2"]);
    expect(drawn(text.replace("line 2500", "|line 2500"), 20, 2)).toEqual([
      "  line 2499",
      "  |line 2500",
    ]);
  });

  it("is on a line of its own behind a line end of another system", () => {
    expect(drawn("a\u2028b|", 12, 5)).toEqual(["> a", "  b|"]);
  });

  it("is never wider than the window, and its cursor is in it, whatever it is", () => {
    // read-keys.ts lets no other control through
    const typed = hostileText.map((text) => text.replace(/[^\P{Cc}\n\t]|[\u2028\u2029]/gu, ""));
    const anyTyping = fc
      .tuple(typed, typed)
      .map(([before, after]) => ({ ...emptyTyping, before, after }));
    const size = fc.tuple(fc.integer({ min: 12, max: 40 }), fc.integer({ min: 1, max: 6 }));
    fc.assert(
      fc.property(anyTyping, size, (typing, [columns, most]) => {
        const { rows, cursor } = typedRows(typing, columns, most);
        expect(rows.length).toBeGreaterThanOrEqual(1);
        expect(rows.length).toBeLessThanOrEqual(most);
        expect(rows.filter((row) => stringWidth(row) > columns)).toEqual([]);
        expect(withoutColors(rows).join("")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(cursor.row >= 0 && cursor.row < rows.length).toBe(true);
        expect(stringWidth(cursor.left)).toBeGreaterThanOrEqual(2);
        expect(stringWidth(cursor.left)).toBeLessThan(columns);
      }),
      { numRuns: 300 },
    );
  });
});

function typing(text: string): Typing {
  const [before = "", after = ""] = text.split("|");
  return { ...emptyTyping, before, after };
}

/** The rows, with "|" where the cursor is. */
function drawn(text: string, columns: number, most: number): string[] {
  const { rows, cursor } = typedRows(typing(text), columns, most);
  return plain(rows).map((row, place) => {
    if (place !== cursor.row) return row;
    const [left = ""] = plain([cursor.left]);
    expect(row.startsWith(left)).toBe(true);
    return `${left}|${row.slice(left.length)}`;
  });
}
