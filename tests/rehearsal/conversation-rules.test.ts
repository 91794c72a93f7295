import { describe, expect, it } from "vitest";
import type { ScriptedItem } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { storeResponses } from "../../shared/rehearsal/stored.ts";
import { refused } from "./api-errors.ts";
import { clientOf, post, scripted, withRehearsal } from "./clients.ts";

const user = { role: "user", content: "go on" };
const call = (callId: string) => ({
  type: "function_call",
  call_id: callId,
  name: "fly",
  arguments: "{}",
});
const output = (callId: string) => ({
  type: "function_call_output",
  call_id: callId,
  output: "done",
});

describe("calls and outputs come in pairs", () => {
  const broken: [title: string, input: object[], message: string][] = [
    ["a call without output", [user, call("a"), user], "No tool output found for function call a."],
    [
      "the second of two calls without output",
      [user, call("a"), call("b"), output("a")],
      "No tool output found for function call b.",
    ],
    [
      "a repeated call id that was answered only once",
      [user, call("a"), output("a"), user, call("a"), user],
      "No tool output found for function call a.",
    ],
    [
      "an output without call",
      [user, output("a")],
      "No tool call found for function call output with call_id a.",
    ],
    [
      "an output before its call",
      [user, output("a"), call("a")],
      "No tool call found for function call output with call_id a.",
    ],
    [
      "two outputs for one call",
      [user, call("a"), output("a"), output("a")],
      "Duplicate tool output found for function call a. Send exactly one.",
    ],
    [
      "one call id twice in a response",
      [user, call("a"), call("a"), output("a"), output("a")],
      "Duplicate function call a. Every call needs an id of its own.",
    ],
    [
      "a custom tool's call without output",
      [user, { type: "custom_tool_call", call_id: "a", name: "patch", input: "" }],
      "No tool output found for custom tool call a.",
    ],
    [
      "a function's output for a custom tool's call",
      [user, { type: "custom_tool_call", call_id: "a", name: "patch", input: "" }, output("a")],
      "No tool call found for function call output with call_id a.",
    ],
  ];
  for (const [title, input, message] of broken) {
    it(`refuses ${title}`, async () => {
      await withRehearsal(undefined, async (rehearsal) => {
        const reply = await post(rehearsal, { model: "any", input });
        expect(reply).toEqual(refused(message, "input"));
      });
    });
  }
});

describe("kept responses (WIRE 3)", () => {
  it("go on from a response by its id, calls included", async () => {
    await withRehearsal(findScenario("read-file"), async (rehearsal) => {
      const { responses } = clientOf(rehearsal);
      const first = await responses.create({ model: "any", input: "What is in notes.txt?" });
      const input = [{ type: "function_call_output" as const, call_id: "call_1", output: "milk" }];
      const second = await responses.create({
        model: "any",
        previous_response_id: first.id,
        input,
      });
      expect([second.output_text, second.previous_response_id]).toEqual(["Buy milk.", "resp_1"]);
      const third = await responses.create({ model: "any", previous_response_id: second.id });
      expect(third.output_text).toBe("Buy milk.");
    });
  });

  it("count the kept calls among those that need an output", async () => {
    await withRehearsal(findScenario("read-file"), async (rehearsal) => {
      await post(rehearsal, { model: "any", input: "hello" });
      const go = { model: "any", previous_response_id: "resp_1" };
      const unanswered = refused("No tool output found for function call call_1.", "input");
      expect(await post(rehearsal, { ...go, input: "hello" })).toEqual(unanswered);
      expect(await post(rehearsal, go)).toEqual(unanswered);
      expect(await post(rehearsal, { ...go, input: [] })).toEqual(unanswered);
    });
  });

  it("are unknown under another id, or when they were not to be stored", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      await post(rehearsal, { model: "any", input: "hello", store: false });
      for (const id of ["resp_1", "resp_9", ""]) {
        const body = { model: "any", input: "hello", previous_response_id: id };
        expect(await post(rehearsal, body)).toEqual(
          refused(
            `Previous response with id '${id}' not found.`,
            "previous_response_id",
            "previous_response_not_found",
          ),
        );
      }
    });
  });

  it("stand behind a reference to one of their items, with or without its type", async () => {
    await withRehearsal(findScenario("read-file"), async (rehearsal) => {
      await post(rehearsal, { model: "any", input: "hello" });
      for (const reference of [{ type: "item_reference", id: "fc_1" }, { id: "fc_1" }]) {
        const body = { model: "any", input: [user, reference, output("call_1")] };
        const { status, body: response } = await post(rehearsal, body);
        expect([status, response]).toEqual([
          200,
          expect.objectContaining({ output: [expect.objectContaining({ type: "message" })] }),
        ]);
      }
      const alone = { model: "any", input: [user, { type: "item_reference", id: "fc_1" }] };
      expect(await post(rehearsal, alone)).toEqual(
        refused("No tool output found for function call call_1.", "input"),
      );
    });
  });

  it("refuse a reference to nothing with 404, and say the usual reason", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      await post(rehearsal, { model: "any", input: "hello", store: false });
      const input = [user, { type: "item_reference", id: "msg_1" }];
      const notFound = "Item with id 'msg_1' not found.";
      expect(await post(rehearsal, { model: "any", input })).toEqual({
        ...refused(notFound, "input"),
        status: 404,
      });
      expect(await post(rehearsal, { model: "any", input, store: false })).toEqual({
        ...refused(
          `${notFound} Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
          "input",
        ),
        status: 404,
      });
    });
  });

  it("are forgotten oldest first, by number", () => {
    const { remember, known } = rememberResponses({ responses: 2, characters: 10_000 });
    remember("a", "");
    remember("b", "");
    expect(known()).toEqual({ responses: ["a", "b"], items: ["a", "b"] });
    remember("c", "");
    expect(known()).toEqual({ responses: ["b", "c"], items: ["b", "c"] });
  });

  it("are forgotten oldest first, by size", () => {
    const { remember, known } = rememberResponses({ responses: 100, characters: 1100 });
    for (const id of ["a", "b", "c"]) remember(id, "");
    expect(known()).toEqual({ responses: ["a", "b", "c"], items: ["a", "b", "c"] });
    remember("d", "x".repeat(900));
    expect(known()).toEqual({ responses: ["d"], items: ["d"] });
    remember("a", "");
    remember("b", "");
    expect(known()).toEqual({ responses: ["a", "b"], items: ["a", "b"] });
  });
});

/** Each response is one message; without its text it takes about 140 characters. */
function rememberResponses(limits: { responses: number; characters: number }) {
  const stored = storeResponses(limits);
  const message = { type: "message", role: "assistant", status: "completed", content: [] } as const;
  const remember = (id: string, text: string) => {
    const output = [{ ...message, content: [], id: `msg of ${id}` }];
    stored.remember({ id, output }, [{ type: "message", role: "user", content: text }], true);
  };
  const ids = ["a", "b", "c", "d"];
  const known = () => ({
    responses: ids.filter((id) => stored.conversationOf(id)),
    items: ids.filter((id) => stored.item(`msg of ${id}`)),
  });
  return { remember, known };
}

describe("ORD-04 reasoning goes back beside the call that it led to", () => {
  const thought: ScriptedItem = { type: "reasoning", text: "It is in the notes." };
  const fly: ScriptedItem = { type: "call", callId: "call_1", name: "fly", args: "{}" };
  const done: ScriptedItem = { type: "message", text: "Done." };
  const script = scripted({ output: [thought, fly] }, { output: [done] });

  /** The two output items of the first response, and a second request built from them. */
  async function startTurn(
    rehearsal: Rehearsal,
    fields: object,
  ): Promise<{ reasoning: object; given: object; ask(...input: object[]): Promise<unknown> }> {
    const first = await post(rehearsal, { model: "any", input: "hello", ...fields });
    const [reasoning = {}, given = {}] = (first.body as { output: object[] }).output;
    const ask = async (...input: object[]) => {
      const reply = await post(rehearsal, { model: "any", input, ...fields });
      return reply.status === 200 ? (reply.body as { status: string }).status : reply;
    };
    return { reasoning, given, ask };
  }

  const include = ["reasoning.encrypted_content"];
  const ways: Record<string, object> = {
    stored: {},
    "stateless, with its encrypted content": { store: false, include },
  };
  for (const [title, fields] of Object.entries(ways)) {
    it(title, async () => {
      await withRehearsal(script, async (rehearsal) => {
        const { reasoning, given, ask } = await startTurn(rehearsal, fields);
        const answered = output("call_1");
        const message = { role: "assistant", content: "Later." };
        const alone = refused(
          "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
          "input",
        );
        const without = refused(
          "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
          "input",
        );
        expect(await ask(user, reasoning, given, answered)).toBe("completed");
        expect(await ask(user, given, answered)).toEqual(without);
        expect(await ask(user, reasoning, user)).toEqual(alone);
        expect(await ask(user, reasoning)).toEqual(alone);
        expect(await ask(user, reasoning, message, user)).toEqual(alone);
        const { id, ...nameless } = given as { id: string };
        expect(await ask(user, nameless, answered)).toBe("completed");
        expect(await ask(user, reasoning, nameless, answered)).toBe("completed");
        expect(await ask(user, { ...given, call_id: "old" }, output("old"))).toBe("completed");
      });
    });
  }

  it("stateless, without its encrypted content: nobody knows it any more", async () => {
    await withRehearsal(script, async (rehearsal) => {
      const { reasoning, given, ask } = await startTurn(rehearsal, { store: false });
      expect(await ask(user, reasoning, given, output("call_1"))).toEqual({
        ...refused(
          "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
          "input",
        ),
        status: 404,
      });
    });
  });

  it("stored, as nothing but its id, also for a request that is not stored", async () => {
    await withRehearsal(script, async (rehearsal) => {
      const { given } = await startTurn(rehearsal, {});
      const input = [user, { type: "reasoning", id: "rs_1" }, given, output("call_1")];
      for (const store of [true, false]) {
        expect((await post(rehearsal, { model: "any", input, store })).status).toBe(200);
      }
    });
  });

  it("stored elsewhere, in a session that another server began, unless it is somebody else's", async () => {
    const old = { type: "reasoning", id: "rs_77", summary: [] };
    const input = [user, old, call("old"), output("old"), user];
    await withRehearsal(undefined, async (rehearsal) => {
      expect((await post(rehearsal, { model: "any", input })).status).toBe(200);
    });
    const other = await startRehearsal({ knowsOnlyItsOwn: true });
    const { status, body } = await post(other, { model: "any", input });
    await other.close();
    expect([status, Object(body).error?.message]).toEqual([404, "Item with id 'rs_77' not found."]);
  });

  it("never alone, also when a message followed it", async () => {
    await withRehearsal(findScenario("reasoning"), async (rehearsal) => {
      const first = await post(rehearsal, { model: "any", input: "91?" });
      const [reasoning = {}, message = {}] = (first.body as { output: object[] }).output;
      const alone = { model: "any", input: [user, reasoning, user] };
      expect(await post(rehearsal, alone)).toEqual(
        refused(
          "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
          "input",
        ),
      );
      const whole = { model: "any", input: [user, reasoning, message, user] };
      expect((await post(rehearsal, whole)).status).toBe(200);
    });
  });

  it("with a message between the two", async () => {
    const spoken = scripted({ output: [thought, done, fly] }, { output: [done] });
    await withRehearsal(spoken, async (rehearsal) => {
      const first = await post(rehearsal, { model: "any", input: "hello" });
      const items = (first.body as { output: object[] }).output;
      const input = [user, ...items, output("call_1")];
      expect((await post(rehearsal, { model: "any", input })).status).toBe(200);
    });
  });
});
