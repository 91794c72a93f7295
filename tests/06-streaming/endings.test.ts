import { describe, expect, it } from "vitest";
import { sized } from "../support/deep.ts";
import {
  event as anEvent,
  askOddServer,
  call,
  completed,
  delta,
  done,
  message,
} from "./odd-server.ts";

const started = anEvent("response.created", { response: { status: "in_progress", output: [] } });
const half = [started, delta("half an"), delta(" answer")];
const halfTold = ["assistant.delta half an", "assistant.delta  answer"];
const broken = [...halfTold, "assistant.interrupted half an answer"];
const boom = { message: "boom" };

describe.concurrent("a stream that is no answer", () => {
  const cases: [name: string, body: string[], told: string[], thrown: string][] = [
    [
      "STR-01 ends without its final event",
      half,
      broken,
      "The response ended in the middle: the server closed the stream too early.",
    ],
    [
      "STR-01 ends after a call that was whole",
      [...half, done(message("half an answer"), 0), done(call("call_1"), 1)],
      broken,
      "The response ended in the middle: the server closed the stream too early.",
    ],
    ["STR-02 holds an error event", [...half, anEvent("error", boom)], broken, "boom"],
    ["holds an error in an error", [...half, anEvent("error", { error: boom })], broken, "boom"],
    [
      "holds an error without a type",
      [...half, 'data: {"error":{"message":"boom"}}\n\n'],
      broken,
      "boom",
    ],
    [
      "holds an error that says nothing",
      [...half, anEvent("error")],
      broken,
      "The server reported an error and gave no reason.",
    ],
    [
      "STR-02 says that the response failed",
      [
        ...half,
        anEvent("response.failed", {
          response: {
            status: "failed",
            error: { code: "rate_limit_exceeded", ...boom },
            output: [],
          },
        }),
      ],
      broken,
      "boom",
    ],
    [
      "says that it failed after a whole call, and no more",
      [...half, done(call("call_1"), 0), anEvent("response.failed")],
      broken,
      "The model did not finish its response (failed).",
    ],
    [
      "is cut off in a message",
      [
        ...half,
        anEvent("response.incomplete", {
          response: { incomplete_details: { reason: "max_output_tokens" }, output: [] },
        }),
      ],
      broken,
      "The answer was cut off (max_output_tokens).",
    ],
    [
      "STR-08 holds what is no JSON",
      [...half, "data: : keepalive\n\n", completed(message("half an answer"))],
      broken,
      "In the middle of its response, SERVER sent a line that is no JSON.",
    ],
    [
      "is complete and empty",
      [started, completed()],
      [],
      "The model sent neither text nor a tool call.",
    ],
    [
      "is nothing",
      [],
      [],
      "No whole response came from SERVER. Is it the address of an OpenAI-compatible API?",
    ],
    [
      "has comments and no event",
      [": ping\n\n", ": ping\n\n"],
      [],
      "No whole response came from SERVER. Is it the address of an OpenAI-compatible API?",
    ],
    [
      "breaks off while the model thinks",
      [
        started,
        anEvent("response.reasoning_summary_text.delta", { delta: "Hm.", item_id: "rs_1" }),
      ],
      ["reasoning.delta Hm."],
      "The response ended in the middle: the server closed the stream too early.",
    ],
    [
      "breaks off in a call: half of it is nobody's",
      [
        started,
        anEvent("response.function_call_arguments.delta", { delta: '{"pa', item_id: "fc_1" }),
      ],
      [],
      "The response ended in the middle: the server closed the stream too early.",
    ],
    [
      "holds an error that has only a code",
      [...half, anEvent("error", { message: { no: "text" }, code: "overloaded" })],
      broken,
      "The server reported an error and gave no reason (overloaded).",
    ],
    [
      "has nothing but what is no item",
      [
        done(null, 0),
        anEvent("response.completed", {
          response: { output: [null, { type: "message", content: [null] }] },
        }),
      ],
      [],
      "The model sent neither text nor a tool call.",
    ],
    [
      "breaks off in its second message",
      [started, delta("A"), delta("B", "msg_2"), delta("C", "msg_2")],
      [
        "assistant.delta A",
        "assistant.delta B true",
        "assistant.delta C",
        "assistant.interrupted A\n\nBC",
      ],
      "The response ended in the middle: the server closed the stream too early.",
    ],
  ];

  it.each(cases)("%s", async (_name, body, told, thrown) => {
    expect(await askOddServer({ body })).toEqual({ told, thrown });
  });

  it("is lost with its connection", async () => {
    expect(await askOddServer({ body: half, end: "reset" })).toEqual({
      told: broken,
      thrown: "The connection to SERVER was lost in the middle of the response.",
    });
  });

  it.each([
    ["text/html", "<!doctype html><h1>It works!</h1>"],
    ["application/json", '{"object":"response","status":"completed","output":[]}'],
  ])("PRO-01 is a body of another kind: %s", async (type, body) => {
    expect(await askOddServer({ type, body: [body] })).toEqual({
      told: [],
      thrown: "No whole response came from SERVER. Is it the address of an OpenAI-compatible API?",
    });
  });
});

describe.concurrent("STR-07 silence", () => {
  it("between two pieces is the end", async () => {
    const odd = { body: half, end: "silence" as const };
    expect(await askOddServer(odd, { idleMs: 200 })).toEqual({
      told: broken,
      thrown: "Nothing more came from SERVER for 0.2 s: the response was given up.",
    });
  });

  it("is not broken by comments", async () => {
    const pings = Array.from({ length: 100 }, () => [": ping\n\n", 50]).flat();
    const odd = { body: [...half, ...pings], end: "silence" as const };
    expect(await askOddServer(odd, { idleMs: 300 })).toEqual({
      told: broken,
      thrown: "Nothing more came from SERVER for 0.3 s: the response was given up.",
    });
  });

  it("before the first piece is thought, as long as the client waits for an answer", async () => {
    const body = [started, 600, delta("late"), completed(message("late"))];
    expect(await askOddServer({ body }, { idleMs: 200 })).toEqual({
      told: ["assistant.delta late"],
      output: [message("late")],
    });
  });

  it("before the first piece ends too", async () => {
    const odd = { body: [started], end: "silence" as const };
    expect(await askOddServer(odd, { timeout: 300 })).toEqual({
      told: [],
      thrown: "Nothing more came from SERVER for 0.3 s: the response was given up.",
    });
  });

  it("between two items is thought again", async () => {
    const body = [started, delta("A"), done(message("A"), 0), 600, done(call("c"), 1), completed()];
    expect(await askOddServer({ body }, { idleMs: 200 })).toEqual({
      told: ["assistant.delta A"],
      output: [message("A"), call("c")],
    });
  });

  it("is not what a slow stream is", async () => {
    const pieces = Array.from({ length: 8 }, () => [150, delta("x")]).flat();
    const body = [started, ...pieces, completed(message("xxxxxxxx"))];
    expect(await askOddServer({ body }, { idleMs: 600 })).toEqual({
      told: Array.from({ length: 8 }, () => "assistant.delta x"),
      output: [message("xxxxxxxx")],
    });
  });

  it("in the middle of an item is the end too, before its first piece and behind its last", async () => {
    const begun = anEvent("response.content_part.added", { item_id: "msg_1", output_index: 0 });
    const ended = anEvent("response.output_text.done", { item_id: "msg_1", output_index: 0 });
    for (const body of [
      [started, begun],
      [...half, ended],
    ]) {
      expect(await askOddServer({ body, end: "silence" }, { idleMs: 200 })).toMatchObject({
        thrown: "Nothing more came from SERVER for 0.2 s: the response was given up.",
      });
    }
  });

  it("has no limit where the limit is longer than a timer can wait", async () => {
    const body = [started, delta("a"), 100, completed(message("a"))];
    const asked = await askOddServer({ body }, { idleMs: Number.POSITIVE_INFINITY });
    expect(asked).toEqual({ told: ["assistant.delta a"], output: [message("a")] });
  });

  it("ends a turn also where the client waits for ever: what is said to be packed, and is not", async () => {
    const body = [50, `${started}${delta("a")}`];
    const odd = { body, type: "text/event-stream", encoding: "gzip" };
    expect((await askOddServer(odd, { idleMs: 300, timeout: 500 })).thrown).toMatch(
      /^(Nothing more came from SERVER for|The connection to SERVER was lost in)/,
    );
  });

  it("after the final event is nobody's loss", async () => {
    const odd = { body: [started, completed(message("done"))], end: "silence" as const };
    expect(await askOddServer(odd)).toEqual({ told: [], output: [message("done")] });
  });
});

describe.concurrent("the output", () => {
  const items: [name: string, body: string[], output: object[]][] = [
    [
      "is that of the final event",
      [done(message("draft"), 0), completed(message("final"))],
      [message("final")],
    ],
    [
      "is what was streamed where the final one is empty",
      [done(message("A"), 0), completed()],
      [message("A")],
    ],
    [
      "STR-06 is in the order of its indexes",
      [done(call("b"), 2), done(message("A"), 0), done(call("a"), 1), completed()],
      [message("A"), call("a"), call("b")],
    ],
    [
      "is in the order in which it came where there are none",
      [done(message("A")), done(call("a")), done(call("b")), completed()],
      [message("A"), call("a"), call("b")],
    ],
    [
      "may have holes, and items that are none",
      [done(null, 0), done(message("A"), 7), completed()],
      [message("A")],
    ],
    [
      "has an item once that is done twice, and two that have one index",
      [
        done({ ...call("a"), id: "fc_1" }, 0),
        done({ ...call("a"), id: "fc_1" }, 0),
        done({ ...call("b"), id: "fc_2" }, 0),
        completed(),
      ],
      [
        { ...call("a"), id: "fc_1" },
        { ...call("b"), id: "fc_2" },
      ],
    ],
    [
      "is what was streamed where the final one is no list",
      [done(message("A"), 0), anEvent("response.completed", { response: { output: "A" } })],
      [message("A")],
    ],
    [
      "is streamed where the final event has no response",
      [done(message("A"), 0), anEvent("response.completed")],
      [message("A")],
    ],
  ];

  it.each(items)("%s", async (_name, body, output) => {
    expect(await askOddServer({ body })).toEqual({ told: [], output });
  });

  it("ORD-05 of a response that was cut off has its calls, for the agent to answer", async () => {
    const cut = { ...call("c", '{"path":"no'), status: "incomplete" };
    const body = [done(cut, 0), anEvent("response.incomplete", { response: { output: [] } })];
    expect(await askOddServer({ body })).toEqual({ told: [], output: [cut] });
  });
});

describe.concurrent("the pieces", () => {
  const pieces: [name: string, body: string[], told: string[]][] = [
    [
      "are told as they come, blank and repeated ones too; an empty one is none",
      [" ", "ha", "ha", "", "\n", " "].map((text) => delta(text)),
      [
        "assistant.delta  ",
        "assistant.delta ha",
        "assistant.delta ha",
        "assistant.delta \n",
        "assistant.delta  ",
      ],
    ],
    [
      "that are no text are none",
      [delta(null), delta(7), delta({ a: 1 }), delta(true), delta("a")],
      ["assistant.delta a"],
    ],
    [
      "are of one message where only its id is another one each time",
      [0, 1, 2].map((number) =>
        anEvent("response.output_text.delta", {
          delta: "a",
          item_id: `id_${number}`,
          output_index: 0,
        }),
      ),
      ["assistant.delta a", "assistant.delta a", "assistant.delta a"],
    ],
    [
      "of a refusal are those of a message",
      [anEvent("response.refusal.delta", { delta: "No.", item_id: "msg_1" })],
      ["assistant.delta No."],
    ],
    [
      "of another message say so once",
      [delta("A"), delta("B", "msg_2"), delta("C", "msg_2"), delta("D", "msg_3")],
      [
        "assistant.delta A",
        "assistant.delta B true",
        "assistant.delta C",
        "assistant.delta D true",
      ],
    ],
    [
      "of further thoughts begin a paragraph",
      [
        anEvent("response.reasoning_summary_text.delta", {
          delta: "One",
          output_index: 0,
          summary_index: 0,
        }),
        anEvent("response.reasoning_summary_text.delta", {
          delta: "Two",
          output_index: 0,
          summary_index: 1,
        }),
        anEvent("response.reasoning_text.delta", {
          delta: " more",
          output_index: 1,
          content_index: 0,
        }),
        anEvent("response.reasoning_text.delta", { delta: "!", output_index: 1, content_index: 0 }),
      ],
      [
        "reasoning.delta One",
        "reasoning.delta \n\nTwo",
        "reasoning.delta \n\n more",
        "reasoning.delta !",
      ],
    ],
    [
      "of kinds that nobody knows are not told",
      [
        anEvent("response.smell.delta", { delta: "roses" }),
        "data: null\n\n",
        "data: 7\n\n",
        "data: {}\n\n",
      ],
      [],
    ],
  ];

  it.each(pieces)("%s", async (_name, body, told) => {
    const ended = [...body, completed(message("A"))];
    expect(await askOddServer({ body: ended })).toEqual({ told, output: [message("A")] });
  });
});

describe.concurrent("STR-08 the bytes", () => {
  const text = 'héé🙂日本 \u2028 \\ " end';
  const told = [`assistant.delta ${text}`];
  const whole = delta(text) + completed(message(text));

  it("may come one by one, with CR LF, comments and fields of their own", async () => {
    const odd = `: OPENROUTER PROCESSING\n\nretry: 3000\nid: 7\n${whole}`.replaceAll("\n", "\r\n");
    const body = [...Buffer.from(odd)].map((byte) => Buffer.from([byte]));
    expect(await askOddServer({ body })).toEqual({ told, output: [message(text)] });
  });

  it("may be megabytes of one event", async () => {
    const long = "🙂x".repeat(sized(100_000, 400_000));
    const { told, output } = await askOddServer({ body: [delta(long) + completed(message(long))] });
    expect([told, output]).toEqual([[`assistant.delta ${long}`], [message(long)]]);
  });

  it("may be called text/plain, and end with [DONE]", async () => {
    const odd = { type: "text/plain", body: [`${whole}data: [DONE]\n\n`] };
    expect(await askOddServer(odd)).toEqual({ told, output: [message(text)] });
  });
});
