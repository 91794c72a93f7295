import { describe, expect, it } from "vitest";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { chooseLook } from "../../shared/trace/look.ts";
import { eventRow, inputLength, wireRows } from "../../shared/trace/print-trace.ts";
import type { WireEntry } from "../../shared/trace/wire.ts";

const header = { sessionId: "s", turnId: "t", sequence: 12, at: "2026-01-01T00:00:00.000Z" };

const look = chooseLook({}, {});

describe("a row of the table", () => {
  const rows: [body: SessionEventBody, row: string][] = [
    [{ type: "turn.started" }, " 12 ● turn.started"],
    [{ type: "user.message", text: "hi" }, " 12 » user.message               hi"],
    [{ type: "assistant.message", text: "yes" }, " 12 « assistant.message          yes"],
    [
      { type: "tool.started", callId: "call_1", name: "fly", args: '{"to":"moon"}' },
      ' 12 ▸ tool.started       call_1  fly {"to":"moon"}',
    ],
    [
      { type: "tool.finished", callId: "call_1", name: "fly", output: "one\ntwo\r\n" },
      " 12 ◂ tool.finished      call_1  one⏎two⏎",
    ],
    [
      { type: "tool.failed", callId: "call_1", name: "fly", error: "no wings" },
      " 12 ✗ tool.failed        call_1  no wings",
    ],
    [{ type: "assistant.delta", text: " y" }, ' 12 « assistant.delta            " y"'],
    [{ type: "reasoning.delta", text: "\n" }, ' 12 ~ reasoning.delta            "\\n"'],
    [{ type: "assistant.interrupted", text: "ye" }, " 12 « assistant.interrupted      ye"],
    [{ type: "turn.failed", error: "why" }, " 12 ✗ turn.failed                why"],
    [{ type: "turn.completed" }, " 12 ● turn.completed"],
  ];

  it.each(rows)("shows $type with what it is about", (body, row) => {
    expect(eventRow(event(body), look)).toBe(row);
  });

  it("shows three lines of a long detail, each under the first", () => {
    const text = "word ".repeat(40).trim();
    expect(
      eventRow(event({ type: "user.message", text }), { ...look, width: 60 }).split("\n"),
    ).toEqual([
      " 12 » user.message               word word word word word",
      "                                 word word word word word",
      "                                 word word word word word…",
    ]);
  });

  it("TUI-01 shows what a terminal would obey as its code point", () => {
    const text = "a\u001b]52;c;aGk=\u0007b\u009b2Jc\u202ed\u0000e";
    expect(eventRow(event({ type: "user.message", text }), look)).toBe(
      " 12 » user.message               a<U+001B>]52;c;aGk=<U+0007>b<U+009B>2Jc<U+202E>d<U+0000>e",
    );
  });

  it("keeps joined emoji whole and names half of a character", () => {
    const text = "👨‍👩‍👧 \ud83d.";
    expect(eventRow(event({ type: "user.message", text }), look)).toBe(
      " 12 » user.message               👨‍👩‍👧 <U+D83D>.",
    );
  });
});

describe("the rows of an exchange", () => {
  const body = {
    model: "m",
    tools: [{ name: "one" }, { name: "two" }],
    input: [{ role: "user", content: "a" }, { type: "function_call_output" }],
  };
  const request = {
    wire: "request",
    method: "POST",
    url: "http://127.0.0.1:1/v1/responses",
    body,
  } as const;

  it("shows a request with its tools and the whole input", () => {
    expect(wireRows(request, 0, look)).toEqual([
      "    → POST /v1/responses",
      "      model  m",
      "      tools  one, two",
      '      input  {"role":"user","content":"a"}',
      '      input  {"type":"function_call_output"}',
    ]);
  });

  it("leaves out of the input what was there before", () => {
    expect(wireRows(request, 1, look).slice(3)).toEqual([
      "      input  (1 as before)",
      '      input  {"type":"function_call_output"}',
    ]);
    expect(inputLength(request)).toBe(2);
  });

  it("shows a response by its output, anything else as it came", () => {
    const response = { status: "completed", output: [{ type: "message" }] };
    expect(wireRows({ wire: "response", status: 200, body: response }, 0, look)).toEqual([
      "    ← 200 completed",
      '      output {"type":"message"}',
    ]);
    const refusal = { error: { message: "no" } };
    expect(wireRows({ wire: "response", status: 401, body: refusal }, 0, look)).toEqual([
      "    ← 401",
      '      output {"error":{"message":"no"}}',
    ]);
    expect(wireRows({ wire: "no response", reason: "ECONNREFUSED" }, 0, look)).toEqual([
      "    ← no response: ECONNREFUSED",
    ]);
  });

  it("shows of a stream each event, with the piece, the item or the state that it brings", () => {
    const entries: WireEntry[] = [
      { wire: "stream", status: 200 },
      { wire: "event", data: { type: "response.created", response: { status: "in_progress" } } },
      { wire: "event", data: { type: "response.output_item.added", item: { id: "msg_1" } } },
      { wire: "event", data: { type: "response.output_text.delta", delta: " a" } },
      { wire: "event", data: { type: "response.output_text.done", text: " a" } },
      { wire: "event", data: ": ping" },
    ];
    expect(entries.flatMap((entry) => wireRows(entry, 0, look))).toEqual([
      "    ← 200 as a stream",
      '      event  response.created "in_progress"',
      '      event  response.output_item.added {"id":"msg_1"}',
      '      event  response.output_text.delta " a"',
      "      event  response.output_text.done",
      "      event  : ping",
    ]);
  });
});

describe("the rows of a chat completion", () => {
  it("shows the messages of a request, and the names of its tools", () => {
    const request = {
      wire: "request",
      method: "POST",
      url: "http://127.0.0.1:1/v1/chat/completions",
      body: {
        model: "m",
        tools: [{ type: "function", function: { name: "one" } }],
        messages: [
          { role: "user", content: "a" },
          { role: "assistant", content: "b" },
        ],
      },
    } as const;
    expect(wireRows(request, 1, look)).toEqual([
      "    → POST /v1/chat/completions",
      "      model  m",
      "      tools  one",
      "      input  (1 as before)",
      '      input  {"role":"assistant","content":"b"}',
    ]);
    expect(inputLength(request)).toBe(2);
  });

  it("shows a whole answer by its message, and of a stream what each chunk says", () => {
    const chunk = (choices: object[], fields: object = {}): WireEntry => ({
      wire: "event",
      data: { id: "x", object: "chat.completion.chunk", choices, ...fields },
    });
    const body = { choices: [{ message: { role: "assistant" }, finish_reason: "stop" }] };
    const entries: WireEntry[] = [
      { wire: "response", status: 200, body },
      chunk([{ index: 0, delta: { content: " a" }, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
      chunk([], { usage: { total_tokens: 3 } }),
      chunk([]),
      { wire: "event", data: { error: { message: "no" } } },
      { wire: "event", data: "data: [DONE]" },
    ];
    expect(entries.flatMap((entry) => wireRows(entry, 0, look))).toEqual([
      "    ← 200 stop",
      '      output {"role":"assistant"}',
      '      event  chat.completion.chunk {"content":" a"}',
      '      event  chat.completion.chunk {} "stop"',
      '      event  chat.completion.chunk {"total_tokens":3}',
      "      event  chat.completion.chunk",
      '      event  {"error":{"message":"no"}}',
      "      event  data: [DONE]",
    ]);
  });
});

function event(body: SessionEventBody): SessionEvent {
  return { ...body, ...header };
}

describe("colours", () => {
  const turn = event({ type: "turn.started" });

  it("are for a terminal, and follow the family of the event", () => {
    const colorful = chooseLook({ isTTY: true, columns: 80 }, {});
    expect(eventRow(turn, colorful)).toBe("\u001b[90m 12 ● turn.started\u001b[39m");
  });

  it.each([
    ["piped, also in CI", {}, { CI: "true" }],
    ["with NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }],
    ["on a dumb terminal", { isTTY: true }, { TERM: "dumb" }],
  ])("are not there %s", (_where, screen, env) => {
    expect(eventRow(turn, chooseLook(screen, env))).toBe(" 12 ● turn.started");
  });
});
