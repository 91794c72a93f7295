import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Pressed, readKeys } from "../../chapters/05-tui/tui/read-keys.ts";

const start = "\x1b[200~";
const end = "\x1b[201~";

describe("a key", () => {
  const rows: [bytes: string, names: string][] = [
    ["\r", "return"],
    ["\n", "return"],
    ["\x1b\r", "M-return"],
    ["\x1b[13;2u", "S-return"],
    ["\x7f \b", "backspace, backspace"],
    ["\x1b\x7f", "M-backspace"],
    ["\x1b[3~", "delete"],
    ["\x1b[A \x1b[B \x1b[C \x1b[D", "up, down, right, left"],
    ["\x1bOA \x1bOB \x1bOC \x1bOD", "up, down, right, left"],
    ["\x1b[1;2A \x1b[1;2B", "S-up, S-down"],
    ["\x1b[1;5C \x1b[1;5D", "C-right, C-left"],
    ["\x1b[1;3C \x1b[1;3D", "M-right, M-left"],
    ["\x1bb \x1bf \x1bd", "M-b, M-f, M-d"],
    ["\x1b[H \x1b[F \x1bOH \x1bOF", "home, end, home, end"],
    ["\x1b[1~ \x1b[4~ \x1b[7~ \x1b[8~", "home, end, home, end"],
    ["\x1b[1;5H \x1b[1;5F", "C-home, C-end"],
    ["\x1b[5~ \x1b[6~", "pageup, pagedown"],
    ["\x01 \x02 \x05 \x06", "C-a, C-b, C-e, C-f"],
    ["\x0b \x15 \x17", "C-k, C-u, C-w"],
    ["\x03 \x04 \x0c", "C-c, C-d, C-l"],
    ["\t", "tab"],
  ];

  it.each(rows)("has a name: %j is %s", async (...row) => {
    const [bytes, names] = row;
    // each key in a chunk of its own, as from a keyboard
    expect(await press(...bytes.split(" "))).toEqual(names.split(", ").map((key) => ({ key })));
  });

  it("may come in two pieces", async () => {
    expect(await press("\x1b[1;5", "D", "\x1b", "[A", "\x1bO", "B", "\x1b[20", "0~a", end)).toEqual(
      [{ key: "C-left" }, { key: "up" }, { key: "down" }, { text: "a" }],
    );
  });

  it("is Escape when nothing follows", async () => {
    const pressed = listen();
    pressed.input.write("\x1b");
    await setTimeout(100);
    pressed.input.write("a");
    await drained();
    expect(pressed.seen).toEqual([{ key: "escape" }, { text: "a" }]);
  });
});

describe("text", () => {
  it("is what it is, letter for letter", async () => {
    expect(await typed("Hi, 日本 {bold}é")).toBe("Hi, 日本 {bold}é");
    expect(await typed("e\u0301 👨‍👩‍👧 🇯🇵 👍🏽")).toBe("e\u0301 👨‍👩‍👧 🇯🇵 👍🏽");
  });

  it("may be cut anywhere, also inside a character", async () => {
    const bytes = Buffer.from("aé日👨‍👩‍👧b");
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(await typed(bytes.subarray(0, cut), bytes.subarray(cut))).toBe("aé日👨‍👩‍👧b");
    }
    expect(await typed(...pieces(bytes, 1))).toBe("aé日👨‍👩‍👧b");
  });

  it("is followed by the Enter key in one chunk", async () => {
    expect(await press("hi\r")).toEqual([{ text: "h" }, { text: "i" }, { key: "return" }]);
  });
});

describe("TUI-03 a paste", () => {
  const rows: [what: string, pasted: string, text: string][] = [
    ["lines as a terminal sends them", "one\rtwo\rthree", "one\ntwo\nthree"],
    ["the line ends of Windows", "one\r\ntwo\r\n", "one\ntwo\n"],
    ["the line ends of files", "one\ntwo\n", "one\ntwo\n"],
    ["Ctrl+C and Ctrl+D", "a\x03b\x04c", "abc"],
    ["a tab", "a\tb", "a\tb"],
    ["colours", "a\x1b[1;31mb\x1b[0mc", "abc"],
    ["the clipboard and a link", "a\x1b]52;c;aGk=\x07b\x1b]8;;http://e\x1b\\c", "abc"],
    ["arrow keys", "a\x1b[Ab\x1b[1;5Dc", "abc"],
    ["a click", "a\x1b[<0;1;1Mb", "ab"],
    ["a title that never ends", "ab\x1b]0;c", "ab"],
    ["what is not seen", "a\u202eb\u200bc\u{e0061}", "abc"],
    ["half a character", "a\ud83d", "a\ufffd"],
    ["8-bit controls", "a\x9b1mb\x85c", "abc"],
    ["wide characters and emoji", "日本 👨‍👩‍👧 🇯🇵 e\u0301", "日本 👨‍👩‍👧 🇯🇵 e\u0301"],
    ["nothing", "", ""],
  ];

  it.each(rows)("is one text: %s", async (...row) => {
    const [, pasted, text] = row;
    expect(await press(`a${start}${pasted}${end}b`)).toEqual([
      { text: "a" },
      { text },
      { text: "b" },
    ]);
  });

  const bytes = Buffer.from(`${start}é\x03\r日\x1b[31m👍${end}b`);
  const expected = [{ text: "é\n日👍" }, { text: "b" }];

  it("may be cut behind any byte but its first, and behind all of them", async () => {
    for (let cut = 2; cut < bytes.length; cut++) {
      expect(await press(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(expected);
    }
    for (const size of [1, 2, 3]) expect(await press(...pieces(bytes, size))).toEqual(expected);
  });

  it("CAN-05 is ended by Ctrl+C where its end never comes, and what came is kept", async () => {
    const { input, seen } = listen();
    input.write(`${start}ab`);
    await setTimeout(600);
    input.write("\x03");
    await drained();
    input.write("\x03");
    await drained();
    expect(seen).toEqual([{ text: "ab" }, { key: "C-c" }]);
    expect(await press(`${start}ab\x03c${end}`)).toEqual([{ text: "abc" }]);
  });

  it("may be long", async () => {
    const line = `${"word ".repeat(10)}\r`;
    const [only] = await press(...pieces(Buffer.from(start + line.repeat(5000) + end), 4096));
    expect(only).toEqual({ text: line.replace("\r", "\n").repeat(5000) });
  });

  it("is known by its lines where the terminal does not mark it", async () => {
    expect(await press("one\rtwo\rthree")).toEqual([{ text: "one\ntwo\nthree" }]);
    expect(await press("one\r\ntwo\r\nthree")).toEqual([{ text: "one\ntwo\nthree" }]);
    expect(await press("one\n\n\ttwo\x03")).toEqual([{ text: "one\n\n\ttwo" }]);
  });

  it("is none when it ends with the Enter key: that was typed ahead", async () => {
    const [enter, one, two] = [{ key: "return" }, { text: "o" }, { text: "t" }];
    expect(await press("o\rt\r")).toEqual([one, enter, two, enter]);
    expect(await press("o\nt\n")).toEqual([one, enter, two, enter]);
  });

  it("is none when there is nothing behind the Enter key", async () => {
    expect(await press("a\r\r")).toEqual([{ text: "a" }, { key: "return" }, { key: "return" }]);
    expect(await press("a\x1b\rb")).toEqual([{ text: "a" }, { key: "M-return" }, { text: "b" }]);
    expect(await press("a\r\x1b[A")).toEqual([{ text: "a" }, { key: "return" }, { key: "up" }]);
  });

  it("may be cut behind its first byte", async () => {
    expect(await press(bytes.subarray(0, 1), bytes.subarray(1))).toEqual(expected);
  });

  it.each([
    ["the wheel", "a\x1b[<64;1;1Mb"],
    ["a beginning", `a${start}b`],
    ["an escape at its end", "ab\x1b"],
    ["a sequence that is cut at its end", "ab\x1b[1"],
  ])("ends at its end, also with %s in it", async (_, pasted) => {
    expect(await press(start + pasted + end, "c")).toEqual([{ text: "ab" }, { text: "c" }]);
  });
});

describe("the wheel", () => {
  it("is up or down, and a click is nothing", async () => {
    expect(await press("\x1b[<64;12;3M", "\x1b[<65;120;40M")).toEqual([
      { wheel: "up" },
      { wheel: "down" },
    ]);
    expect(await press("\x1b[<0;1;1M\x1b[<0;1;1m\x1b[<2;1;1M\x1b[<35;7;7M")).toEqual([]);
  });

  it("turns on within one chunk, and between letters", async () => {
    expect(await press("\x1b[<65;1;1M".repeat(3))).toEqual(Array(3).fill({ wheel: "down" }));
    expect(await typed("a\x1b[<0;1;1Mb\x1b[<0;1;1mc")).toBe("abc");
  });

  it("may be cut behind any byte but its first", async () => {
    const bytes = Buffer.from("\x1b[<64;12;3M");
    for (let cut = 2; cut < bytes.length; cut++) {
      expect(await press(bytes.subarray(0, cut), bytes.subarray(cut), "a")).toEqual([
        { wheel: "up" },
        { text: "a" },
      ]);
    }
  });

  it("may be cut behind its first byte", async () => {
    expect(await press("\x1b", "[<64;12;3M", "a")).toEqual([{ wheel: "up" }, { text: "a" }]);
  });
});

/** What is told when these chunks come, one after the other. */
async function press(...chunks: (string | Uint8Array)[]): Promise<Pressed[]> {
  const { input, seen } = listen();
  for (const chunk of chunks) {
    input.write(chunk);
    await drained();
  }
  return seen;
}

/** The same where all of it is text. */
async function typed(...chunks: (string | Uint8Array)[]): Promise<string> {
  const seen = await press(...chunks);
  return seen.map((each) => ("text" in each ? each.text : JSON.stringify(each))).join("");
}

function listen(): { input: PassThrough; seen: Pressed[] } {
  const input = new PassThrough();
  const seen: Pressed[] = [];
  readKeys(input, (pressed) => seen.push(pressed));
  return { input, seen };
}

function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, place) =>
    bytes.subarray(place * size, (place + 1) * size),
  );
}
