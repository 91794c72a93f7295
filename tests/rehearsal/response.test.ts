import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { clientOf, post, scripted, withRehearsal } from "./clients.ts";

type WireResponse = Omit<Responses.Response, "output_text">;

/** Written as the SDK's type, so that the compiler sees what is sent. */
const greeting: WireResponse = {
  id: "resp_1",
  object: "response",
  created_at: 0,
  completed_at: 0,
  status: "completed",
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  model: "any",
  output: [
    {
      id: "msg_1",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [
        {
          type: "output_text",
          text: "Hello! What shall we build?",
          annotations: [],
          logprobs: [],
        },
      ],
    },
  ],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: "default",
  temperature: 1,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  truncation: "disabled",
  usage: {
    input_tokens: 2,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 9,
  },
};

describe("a response", () => {
  it("is complete, and compiles against the SDK's types (WIRE 8, 12)", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const { status, body } = await post(rehearsal, { model: "any", input: "hello" });
      const now = (body as WireResponse).created_at;
      expect(Math.abs(now - Date.now() / 1000)).toBeLessThan(60);
      expect({ status, body }).toEqual({
        status: 200,
        body: { ...greeting, created_at: now, completed_at: now },
      });
    });
  });

  it("gives the settings of the request back", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const settings = {
        model: "another-model",
        instructions: "Be kind.",
        max_output_tokens: 100,
        metadata: { lesson: "one" },
        parallel_tool_calls: false,
        reasoning: { effort: "low", summary: "auto" },
        temperature: 0.5,
        text: { format: { type: "text" }, verbosity: "low" },
        tool_choice: "none",
        tools: [{ type: "web_search" }],
        top_p: 0.9,
        truncation: "auto",
      };
      const { body } = await post(rehearsal, { ...settings, input: "hello", unknown_field: 1 });
      const { created_at, completed_at } = body as WireResponse;
      expect(body).toEqual({
        ...greeting,
        ...settings,
        created_at,
        completed_at,
        usage: { ...greeting.usage, input_tokens: 4, total_tokens: 11 },
      });
    });
  });

  it("counts its ids from 1, each kind for itself", async () => {
    const call = { type: "call", callId: "call_1", name: "fly", args: "{}" } as const;
    const text = (said: string) => ({ type: "message", text: said }) as const;
    const thought = { type: "reasoning", text: "Up." } as const;
    const script = scripted({ output: [thought, text("a"), text("b"), call] });
    await withRehearsal(script, async (rehearsal) => {
      const ask = () => clientOf(rehearsal).responses.create({ model: "any", input: "hello" });
      const ids = [await ask(), await ask()].map(({ id, output }) => [
        id,
        ...output.map((item) => item.id),
      ]);
      expect(ids).toEqual([
        ["resp_1", "rs_1", "msg_1", "msg_2", "fc_1"],
        ["resp_2", "rs_2", "msg_3", "msg_4", "fc_2"],
      ]);
    });
  });

  it("holds encrypted reasoning only when it was asked for (WIRE 6)", async () => {
    await withRehearsal(findScenario("reasoning"), async (rehearsal) => {
      const { responses } = clientOf(rehearsal);
      const plain = await responses.create({ model: "any", input: "91?" });
      const asked = await responses.create({
        model: "any",
        input: "91?",
        include: ["reasoning.encrypted_content"],
      });
      const summary = [{ type: "summary_text", text: "7 times 13 is 91." }];
      expect([plain.output[0], asked.output[0]]).toEqual([
        { id: "rs_1", type: "reasoning", summary },
        { id: "rs_2", type: "reasoning", summary, encrypted_content: expect.any(String) },
      ]);
      expect(plain.usage?.output_tokens_details).toEqual({ reasoning_tokens: 5 });
    });
  });

  it("holds a refusal as a part of a message", async () => {
    const script = scripted({ output: [{ type: "refusal", text: "I will not." }] });
    await withRehearsal(script, async (rehearsal) => {
      const response = await clientOf(rehearsal).responses.create({ model: "any", input: "hello" });
      expect(response.output).toEqual([
        {
          id: "msg_1",
          type: "message",
          status: "completed",
          role: "assistant",
          content: [{ type: "refusal", refusal: "I will not." }],
        },
      ]);
      expect(response.output_text).toBe("");
    });
  });
});
