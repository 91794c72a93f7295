import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characters } from "../../chapters/05-tui/tui/characters.ts";
import {
  clearTyping,
  editTyping,
  emptyTyping,
  insertText,
  type Typing,
  typedText,
} from "../../chapters/05-tui/tui/typing.ts";

const family = "👨‍👩‍👧";
const flag = "🇯🇵";
const accent = "e\u0301";

it("keeps a draft that was left for something older", () => {
  const sent = clearTyping(insertText(emptyTyping, "old"));
  const again = editTyping(insertText(sent, "draft"), "up");
  expect(clearTyping(again).history).toEqual(["old", "draft", "old", ""]);
});

describe("a key", () => {
  const rows: [keys: string, from: string, to: string][] = [
    ["left C-b", "ab|c", "a|bc"],
    ["left C-b", "|abc", "|abc"],
    ["left C-b", `a${family}|`, `a|${family}`],
    ["left C-b", `${flag}${flag}|`, `${flag}|${flag}`],
    ["left C-b", `${accent}|`, `|${accent}`],
    ["left C-b", "a\n|b", "a|\nb"],
    ["right C-f", "a|bc", "ab|c"],
    ["right C-f", "abc|", "abc|"],
    ["right C-f", `|${family}a`, `${family}|a`],
    ["right C-f", `|${flag}${flag}`, `${flag}|${flag}`],
    ["right C-f", `|${accent}a`, `${accent}|a`],
    ["C-left M-left M-b", "one two|", "one |two"],
    ["C-left M-left M-b", "one  |two", "|one  two"],
    ["C-left M-left M-b", "one\n  tw|o", "one\n  |two"],
    ["C-left M-left M-b", "  |", "|  "],
    ["C-right M-right M-f", "|one two", "one| two"],
    ["C-right M-right M-f", "one|  two", "one  two|"],
    ["C-right M-right M-f", "one|\ntwo three", "one\ntwo| three"],
    ["home C-a", "one\ntwo|", "one\n|two"],
    ["home C-a", "|one", "|one"],
    ["end C-e", "o|ne\ntwo", "one|\ntwo"],
    ["end C-e", "one|", "one|"],
    ["backspace", "ab|c", "a|c"],
    ["backspace", "|abc", "|abc"],
    ["backspace", `a${family}|b`, "a|b"],
    ["backspace", `${flag}${flag}|`, `${flag}|`],
    ["backspace", `a${accent}|`, "a|"],
    ["backspace", "a\n|b", "a|b"],
    ["delete C-d", "a|bc", "a|c"],
    ["delete C-d", "abc|", "abc|"],
    ["delete C-d", `|${family}b`, "|b"],
    ["delete C-d", `|${flag}${flag}`, `|${flag}`],
    ["delete C-d", `|${accent}b`, "|b"],
    ["C-w M-backspace", "one two |three", "one |three"],
    ["C-w M-backspace", "one tw|o", "one |o"],
    ["C-w M-backspace", "|one", "|one"],
    ["M-d", "one| two three", "one| three"],
    ["M-d", "one|", "one|"],
    ["C-u", "one\ntwo|three", "one\n|three"],
    ["C-u", "one\n|two", "one\n|two"],
    ["C-k", "on|e\ntwo", "on|\ntwo"],
    ["C-k", "one|\ntwo", "one|\ntwo"],
    ["M-return S-return", "a|b", "a\n|b"],
    ["up", "one\ntw|o", "on|e\ntwo"],
    ["up", "a\nthree|", "a|\nthree"],
    ["up", `日本語\n${flag}${family}|c`, `日本|語\n${flag}${family}c`],
    ["up", `${flag}${family}c\n日本|`, `${flag}${family}|c\n日本`],
    ["down", "on|e\ntwo", "one\ntw|o"],
    ["down", "three|\na", "three\na|"],
    ["down", "a|\n\nb", "a\n|\nb"],
    ["up down", "on|e", "on|e"],
    ["tab escape undefined f1 C-x toString __proto__", "a|b", "a|b"],
  ];

  it.each(rows)("%s: %j becomes %j", (...row) => {
    const [keys, from, to] = row;
    for (const key of keys.split(" ")) expect(draw(editTyping(typing(from), key))).toBe(to);
  });

  it("is text where it is none of these, and goes in at the cursor", () => {
    expect(draw(insertText(typing("a|d"), "bc"))).toBe("abc|d");
    expect(draw(insertText(typing("|d"), "one\ntwo"))).toBe("one\ntwo|d");
  });
});

describe("the history", () => {
  it("goes up to what was sent, the newest first, and down again to what is being typed", () => {
    const typed = sent("one", "two", "three\nlines");
    expect(press(insertText(typed, "draft"), "up up up up up up down down down down down")).toEqual(
      [
        "three\nlines|",
        "three|\nlines",
        "two|",
        "one|",
        "one|",
        "one|",
        "two|",
        "three\nlines|",
        "draft|",
        "draft|",
        "draft|",
      ],
    );
  });

  it("keeps what was changed in it, until it is sent", () => {
    const typed = sent("one", "two");
    const changed = insertText(having(typed, "up up"), "!");
    expect(press(changed, "down up")).toEqual(["two|", "one!|"]);
    expect(clearTyping(changed)).toEqual({
      before: "",
      after: "",
      history: ["one", "two", "one!", ""],
      place: 3,
    });
  });

  it("has every line that was sent once more, from wherever it came", () => {
    const again = clearTyping(having(sent("one", "two"), "up up"));
    expect(press(again, "up up up")).toEqual(["one|", "two|", "one|"]);
  });

  it("begins empty", () => {
    expect(press(emptyTyping, "up down")).toEqual(["|", "|"]);
    expect(clearTyping(insertText(emptyTyping, "hi"))).toEqual({
      before: "",
      after: "",
      history: ["hi", ""],
      place: 1,
    });
  });
});

const moves =
  "left right C-left C-right home end up down C-b C-f M-b M-f M-left M-right C-a C-e".split(" ");
const erasers = "backspace delete C-d C-w M-backspace M-d C-u C-k".split(" ");
const texts = fc.array(
  fc.constantFrom("a", "b", " ", "\n", "日", accent, flag, family, "👍🏽", "한", "क्षि"),
  { maxLength: 25 },
);

/** A line at any place of any history, and the cursor anywhere in it. */
const anyTyping = fc
  .tuple(fc.array(texts, { maxLength: 3 }), texts, fc.array(fc.constantFrom(...moves)))
  .map(([lines, text, keys]) => {
    const history = sent(...lines.map((line) => line.join("")));
    return having(insertText(history, text.join("")), keys.join(" "));
  });

describe("any line", () => {
  it("is as it was after a key that moves, with its history", () => {
    fc.assert(
      fc.property(anyTyping, fc.constantFrom(...moves), (from, key) => {
        expect(everyLine(editTyping(from, key))).toEqual(everyLine(from));
      }),
    );
  });

  it("loses what a key erases, on one side of the cursor, and nothing else", () => {
    fc.assert(
      fc.property(anyTyping, fc.constantFrom(...erasers), (from, key) => {
        const to = editTyping(from, key);
        expect(from.before.startsWith(to.before) && from.after.endsWith(to.after)).toBe(true);
        expect(from.before === to.before || from.after === to.after).toBe(true);
        expect(everyLine(to)).toEqual(everyLine(from).with(from.place, typedText(to)));
      }),
    );
  });

  it("has its cursor between two characters, never in one", () => {
    fc.assert(
      fc.property(anyTyping, fc.constantFrom(...moves, ...erasers), (from, key) => {
        const { before, after: behind } = editTyping(from, key);
        expect([...characters(before), ...characters(behind)]).toEqual(characters(before + behind));
      }),
    );
  });

  it("is the newest of the history when it is sent, behind all that was sent before", () => {
    fc.assert(
      fc.property(anyTyping, (from) => {
        const { history, place } = clearTyping(from);
        const draft = from.place === from.history.length - 1 ? "" : from.history.slice(-1).join();
        const sent = [...from.history.slice(0, -1), ...(draft ? [draft] : [])];
        expect(history).toEqual([...sent, typedText(from), ""]);
        expect(place).toBe(history.length - 1);
      }),
    );
  });
});

/** "|" is the cursor. */
function typing(text: string): Typing {
  const [before = "", behind = ""] = text.split("|");
  return { ...emptyTyping, before, after: behind };
}

function draw({ before, after: behind }: Typing): string {
  return `${before}|${behind}`;
}

function sent(...lines: string[]): Typing {
  return lines.reduce((now, line) => clearTyping(insertText(now, line)), emptyTyping);
}

function having(from: Typing, keys: string): Typing {
  return keys.split(" ").reduce(editTyping, from);
}

/** The line after each key. */
function press(from: Typing, keys: string): string[] {
  const all = keys.split(" ");
  return all.map((_, place) => draw(all.slice(0, place + 1).reduce(editTyping, from)));
}

/** The history with the line as it is now. */
function everyLine(from: Typing): readonly string[] {
  return from.history.with(from.place, typedText(from));
}
