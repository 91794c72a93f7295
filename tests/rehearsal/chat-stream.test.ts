import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, inPieces, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { brief, chunksOf, parseChunks, postChat } from "./chats.ts";
import { scripted, withRehearsal } from "./clients.ts";
import { readRaw } from "./streams.ts";

const role = { role: "assistant", content: "", refusal: null };
const stop = [{ finish: "stop" }, "[DONE]"];

describe("a chat stream", () => {
  it("tells a greeting word by word, from its role to [DONE] (WIRE 7)", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const response = await postChat(rehearsal, { stream: true });
      const { text } = await readRaw(response);
      const created = /"created":(\d+)/.exec(text)?.[1];
      const chunk = (delta: object, finish_reason: string | null = null) => {
        const choice = { index: 0, delta, logprobs: null, finish_reason };
        const envelope = { id: "chatcmpl_1", object: "chat.completion.chunk" };
        const rest = { created: Number(created), model: "any", service_tier: "default" };
        return `data: ${JSON.stringify({ ...envelope, ...rest, choices: [choice] })}\n\n`;
      };
      expect([response.status, response.headers.get("content-type"), text]).toEqual([
        200,
        "text/event-stream; charset=utf-8",
        [
          chunk({ role: "assistant", content: "", refusal: null }),
          chunk({ content: "Hello" }),
          chunk({ content: "!" }),
          chunk({ content: " What" }),
          chunk({ content: " shall" }),
          chunk({ content: " we" }),
          chunk({ content: " build" }),
          chunk({ content: "?" }),
          chunk({}, "stop"),
          "data: [DONE]\n\n",
        ].join(""),
      ]);
    });
  });

  it("tells its usage in a last chunk without choices, only when it is asked for", async () => {
    const script = scripted(answer(say("Hi")));
    const stream_options = { include_usage: true };
    const chunks = await chunksOf(script, { stream_options });
    const usage = {
      prompt_tokens: 2,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens: 1,
      completion_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 3,
    };
    expect(brief(chunks)).toEqual([
      role,
      { content: "Hi" },
      { finish: "stop" },
      { choices: [], usage },
      "[DONE]",
    ]);
    const fields = chunks.map((chunk) => (chunk === "[DONE]" ? chunk : chunk.usage));
    expect(fields).toEqual([null, null, null, usage, "[DONE]"]);
    const others = [undefined, null, {}, { include_usage: false }];
    for (const stream_options of others) {
      const sent = await chunksOf(script, { stream_options });
      expect(sent.map((chunk) => Object(chunk).usage)).toEqual(Array(4).fill(undefined));
    }
  });

  it("tells calls one after the other: what each is, then its arguments in pieces", async () => {
    const stream = await chunksOf(
      scripted(answer(call("call_1", "look", '{"at":"it"}'), call("call_2", "wait", "{}"))),
    );
    const head = (index: number, id: string, name: string) => ({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
    });
    const piece = (index: number, text: string) => ({
      tool_calls: [{ index, function: { arguments: text } }],
    });
    expect(brief(stream)).toEqual([
      { role: "assistant", content: null, refusal: null },
      head(0, "call_1", "look"),
      piece(0, '{"at":"i'),
      piece(0, 't"}'),
      head(1, "call_2", "wait"),
      piece(1, "{}"),
      { finish: "tool_calls" },
      "[DONE]",
    ]);
  });

  it("tells the items in their order: reasoning, texts, a refusal, a call between them", async () => {
    const script = answer(
      { type: "reasoning", text: "Up, up.", pieces: ["Up, ", "up."] },
      inPieces("a", "b"),
      call("call_1", "look", ""),
      say("c"),
      { type: "refusal", text: "No." },
    );
    expect(brief(await chunksOf(scripted(script)))).toEqual([
      role,
      { reasoning_content: "Up, " },
      { reasoning_content: "up." },
      { content: "a" },
      { content: "b" },
      {
        tool_calls: [
          { index: 0, id: "call_1", type: "function", function: { name: "look", arguments: "" } },
        ],
      },
      { content: "\n\n" },
      { content: "c" },
      { refusal: "No" },
      { refusal: "." },
      { finish: "tool_calls" },
      "[DONE]",
    ]);
  });

  it("has an end, also when there is nothing to tell, and says when the limit ended it", async () => {
    const nothing = [{ role: "assistant", content: null, refusal: null }, ...stop];
    expect(brief(await chunksOf(scripted(answer())))).toEqual(nothing);
    expect(brief(await chunksOf(findScenario("response-incomplete")))).toEqual([
      role,
      { content: "Once" },
      { content: " upon" },
      { content: " a" },
      { finish: "length" },
      "[DONE]",
    ]);
  });

  it("waits before each piece, and before nothing else", async () => {
    const scenario = scripted({ ...answer(say("late")), paceMs: 600_000 });
    const rehearsal = await startRehearsal({ scenario });
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of (await postChat(rehearsal, { stream: true })).body ?? []) {
      text += decoder.decode(bytes);
      if (text.endsWith("\n\n")) break;
    }
    expect(brief(parseChunks(text))).toEqual([role]);
    rehearsal.play(scripted({ ...answer(say("soon")), paceMs: 1 }));
    const quick = await readRaw(await postChat(rehearsal, { stream: true }));
    await rehearsal.close();
    expect(brief(parseChunks(quick.text))).toEqual([role, { content: "soon" }, ...stop]);
  });

  it("strikes again and again, or as often as it is told, then answers", async () => {
    const script = scripted({ ...fail("status-503", say("Hi")), times: 2, retryAfter: "0" });
    await withRehearsal(script, async (rehearsal) => {
      const ask = async () => {
        const response = await postChat(rehearsal, { stream: true });
        await response.text();
        return [response.status, response.headers.get("retry-after")];
      };
      expect([await ask(), await ask(), await ask()]).toEqual([
        [503, "0"],
        [503, "0"],
        [200, null],
      ]);
    });
  });
});
