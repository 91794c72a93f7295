import { describe, expect, it } from "vitest";
import { readSession } from "../../walkthrough/site/client/player/read-session.ts";
import { turnWithCall } from "./player-events.ts";

const lines = turnWithCall.map((event) => JSON.stringify(event));
const whole = `${lines.join("\n")}\n`;

describe("a reader's own session", () => {
  it("is its events, in order", async () => {
    expect(await readSession(file(whole))).toEqual({
      name: "a.jsonl",
      events: turnWithCall,
      notices: [],
    });
  });

  it("may lack the last newline, have other line ends and empty lines", async () => {
    for (const text of [lines.join("\n"), lines.join("\r\n"), `\n${lines.join("\n\n")}\n`]) {
      expect(await readSession(file(text))).toMatchObject({ events: turnWithCall, notices: [] });
    }
  });

  it("is the same in whatever pieces it is read, also where they split a character", async () => {
    const text = `${JSON.stringify({ ...turnWithCall[1], text: "日本 🙂 \u2028" })}\n${whole}`;
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from(bytes, (byte) => new Uint8Array([byte]));
    const inOne = await readSession(file(text));
    expect(inOne.events[0]).toMatchObject({ text: "日本 🙂 \u2028" });
    expect(await readSession(source(bytes.length, pieces))).toEqual(inOne);
  });

  it("drops a last line that was cut off, and says so", async () => {
    const { events, notices } = await readSession(file(whole.slice(0, -20)));
    expect(events).toEqual(turnWithCall.slice(0, -1));
    expect(notices).toEqual(["a.jsonl: the last line was cut off and is left out."]);
  });

  it("leaves out a damaged line in the middle, with its number", async () => {
    const damaged = [lines[0], '{"type":"user', lines[1], "[]", "null", lines[2], ""];
    const { events, notices } = await readSession(file(damaged.join("\n")));
    expect(events).toEqual(turnWithCall.slice(0, 3));
    expect(notices).toEqual(["a.jsonl, lines 2, 4, 5: no event, left out."]);
  });

  it("leaves out a line that is nested too deeply to be shown", async () => {
    const deep = JSON.stringify({ type: "x", sequence: 1 }).replace(
      "}",
      `,"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
    );
    const { events, notices } = await readSession(file(`${lines[0]}\n${deep}\n${lines[1]}\n`));
    expect(events).toHaveLength(2);
    expect(notices).toEqual(["a.jsonl, line 2: no event, left out."]);
  });
});

describe("a file of another kind", () => {
  it.each([
    ["# Notes\nof today\n", 1, "# Notes"],
    ['{\n  "type": "turn.started"\n}\n', 1, "{"],
    ['\n\n{"name":"one-turn"}\n', 3, '{"name":"one-turn"}'],
    ['{"type":"turn.started"}', 1, '{"type":"turn.started"}'],
  ])("is refused in one line that names it and the place: %j", async (text, line, start) => {
    const refusal = await refusalOf(file(text));
    expect(refusal).toBe(
      `a.jsonl, line ${line}: this is no event of a session (it begins with ${start}). Choose a file with one event per line, as chapter 07 and later ones write them.`,
    );
  });

  it("is refused when it can't be read, as a folder can't", async () => {
    const stream = () =>
      new ReadableStream({ start: (to) => to.error(new TypeError("network error")) });
    expect(await refusalOf({ name: "chapters\u0007", size: 4096, stream })).toBe(
      "chapters<U+0007> can't be read: is it a folder, or was it moved?",
    );
  });

  it("is refused with its control characters made visible", async () => {
    expect(await refusalOf(file("\u0000\u001b[31mred"))).toContain(
      "(it begins with <U+0000><U+001B>[31mred)",
    );
  });

  it("is refused when it is empty", async () => {
    expect(await refusalOf(file("\n \n"))).toBe("a.jsonl, line 1: the file is empty.");
  });

  it("is refused unread when it is too large", async () => {
    const huge = { ...file(""), size: 200 * 2 ** 20, stream: () => expect.fail("was read") };
    expect(await refusalOf(huge)).toBe("a.jsonl has 200 MB. The player takes 100 MB at most.");
  });
});

function refusalOf(given: Parameters<typeof readSession>[0]): Promise<string> {
  return readSession(given).then(
    () => expect.fail("was taken"),
    (error: Error) => error.message,
  );
}

function file(text: string) {
  const bytes = new TextEncoder().encode(text);
  return source(bytes.length, [bytes]);
}

function source(size: number, pieces: Uint8Array[]) {
  return { name: "a.jsonl", size, stream: () => ReadableStream.from(pieces) };
}
