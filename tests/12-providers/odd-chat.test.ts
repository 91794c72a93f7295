import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chatRequest } from "../../chapters/12-providers/chat-request.ts";
import { chatResponses, chatWire } from "../../chapters/12-providers/chat-wire.ts";
import { answer, notes, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { type Asked, askOddServer } from "../06-streaming/odd-server.ts";
import { type Body, script, seams, withSession } from "./played.ts";

/** One chunk for each of these deltas, and one that says how it ended. */
function streamed(...deltas: object[]): string {
  const ends = { delta: {}, finish_reason: "stop" };
  const choices = [...deltas.map((delta) => ({ delta })), ends];
  return chunks(...choices.map((choice) => ({ choices: [choice] })));
}

function chunks(...values: unknown[]): string {
  return values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");
}

function askStreamed(body: string): Promise<Asked> {
  return askOddServer({ body: [body] }, { seam: chatWire });
}

/** The same answer to a request for a stream and to one for the whole. */
async function askWhole(body: unknown): Promise<Asked> {
  const json = { body: [JSON.stringify(body)], type: "application/json" };
  const [asked, whole] = await Promise.all([
    askOddServer(json, { seam: chatWire }),
    askOddServer(json, { seam: chatResponses }),
  ]);
  expect({ ...whole, told: asked.told }).toEqual(asked);
  return asked;
}

function calls({ output }: Asked): unknown[] {
  return (output as Body[]).map(({ call_id, name, arguments: args }) => [call_id, name, args]);
}

describe("pieces of calls", () => {
  const pieces = [
    { id: "a", function: { name: "read", arguments: '{"path"' } },
    { id: "b", function: { name: "list", arguments: '{"folder"' } },
    { id: "a", function: { arguments: ':"x"' } },
    { id: "b", function: { arguments: ':"y"' } },
    { id: "a", function: { arguments: "}" } },
    { id: "b", function: { arguments: "}" } },
  ];
  const joined = [
    ["a", "read", '{"path":"x"}'],
    ["b", "list", '{"folder":"y"}'],
  ];
  const places: [name: string, index: (id: string) => object][] = [
    ["without an index", () => ({})],
    ["with the same index for all", () => ({ index: 0 })],
    ["with an index that is text", (id) => ({ index: id === "a" ? "0" : "1" })],
  ];

  it.each(places)("that come in turn find their call by its id: %s", async (_name, index) => {
    const deltas = pieces.map((piece) => ({ tool_calls: [{ ...index(piece.id), ...piece }] }));
    expect(calls(await askStreamed(streamed(...deltas)))).toEqual(joined);
  });

  it("find it by an index that is text where only the first piece has an id", async () => {
    const deltas = pieces.map(({ id, ...piece }, place) => ({
      tool_calls: [{ index: id === "a" ? "0" : "1", ...(place < 2 && { id }), ...piece }],
    }));
    expect(calls(await askStreamed(streamed(...deltas)))).toEqual(joined);
  });
});

describe("an answer", () => {
  const parts = [{ type: "text", text: "Buy" }, null, { type: "image" }, { text: " milk." }];
  const message = (text: string) => [
    {
      ...{ type: "message", id: "", role: "assistant", status: "completed" },
      content: [{ type: "output_text", text, annotations: [] }],
    },
  ];

  it("may be a list of parts", async () => {
    const asked = await askStreamed(streamed({ content: parts }, { content: " Now." }));
    expect(asked.told).toEqual(["assistant.delta Buy milk.", "assistant.delta  Now."]);
    expect(asked.output).toEqual(message("Buy milk. Now."));
    const whole = await askWhole({ choices: [{ message: { content: parts } }] });
    expect(whole.output).toEqual(message("Buy milk."));
  });

  it.each([{}, { finish_reason: null }, { finish_reason: "" }])(
    "that comes whole has ended, whatever it says of that: %j",
    async (finish) => {
      const asked = await askWhole({ choices: [{ message: { content: "Hi." }, ...finish }] });
      expect(asked.output).toEqual(message("Hi."));
    },
  );

  it("that holds nothing is none", async () => {
    for (const choices of [[], [null], [{}]]) {
      const { thrown } = await askWhole({ choices });
      expect(thrown).toBe("The model sent neither text nor a tool call.");
    }
    const { thrown } = await askWhole({ answer: "Hi." });
    expect(thrown).toBe(
      "No whole response came from SERVER. Is it the address of an OpenAI-compatible API?",
    );
  });
});

describe("an error with status 200 is said in a sentence", () => {
  const silent = (code: string) => `The server reported an error and gave no reason${code}.`;
  const bodies: [body: unknown, sentence: string][] = [
    [{ error: { code: 500 } }, silent(" (500)")],
    [{ error: {} }, silent("")],
    [{ error: true }, silent("")],
    [{ error: "Out of memory." }, "Out of memory."],
    [{ error: { message: "Out of memory.", code: 500 } }, "Out of memory."],
    [{ error: [{ message: "One." }, { message: "Two." }] }, "One. Two."],
    [{ error: [] }, silent("")],
    [[{ error: { message: "Out of quota.", code: 429 } }], "Out of quota."],
    [[{ error: { code: 429 } }], silent(" (429)")],
    [{ choices: [{ error: { message: "Gone." }, message: { content: "Hi" } }] }, "Gone."],
  ];

  it.each(bodies)("as the answer: %j", async (body, sentence) => {
    expect(await askWhole(body)).toEqual({ told: [], thrown: sentence });
  });

  it.each(bodies)("in the middle of a stream: %j", async (body, sentence) => {
    const begins = { choices: [{ delta: { content: "Hel" } }] };
    expect(await askStreamed(chunks(begins, body))).toEqual({
      told: ["assistant.delta Hel", "assistant.interrupted Hel"],
      thrown: sentence,
    });
  });
});

describe("the id of a call", () => {
  it("has 40 characters at most on this wire, the same for the call and its output", async () => {
    const long = (end: string) => `call_${"x".repeat(50)}${end}`;
    const reads = {
      ...script(
        answer(readNotes(long("1")), readNotes(long("2")), readNotes("short")),
        answer(say("Buy milk.")),
      ),
      files: notes,
    };
    await withSession(reads, seams.openai, async ({ run, bodies }) => {
      expect((await run("go")).at(-1)).toBe("turn.completed");
      const input = bodies()[1]?.input as never;
      const { messages } = chatRequest({ model: "m", input });
      const ids = ["1", "2"].map((end) =>
        createHash("sha256").update(long(end)).digest("hex").slice(0, 40),
      );
      const told = messages.flatMap((each) => {
        if (each.role === "tool") return [each.tool_call_id];
        return "tool_calls" in each ? (each.tool_calls ?? []).map(({ id }) => id) : [];
      });
      expect(told).toEqual([...ids, "short", ...ids, "short"]);
    });
    // the strict server takes the conversation
    await withSession(reads, seams.chat, async ({ run }) => {
      expect((await run("go")).at(-1)).toBe("turn.completed");
    });
  });
});
