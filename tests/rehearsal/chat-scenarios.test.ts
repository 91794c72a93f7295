import type { Chat, Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { findScenario, scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { deep } from "../support/deep.ts";
import { type Ask, askForJson, askForStream, briefAsChat, playChat } from "./chat-turns.ts";
import { hello, postChat, replyOf } from "./chats.ts";
import { playTurn, scripted, withRehearsal } from "./clients.ts";

const again = "Once more, in other words.";
const asks = { JSON: askForJson, "a stream": askForStream };

/** These end in no answer, or in another one than on the other path; the tests of faults and variants say what they do. */
const broken = [
  "model-error",
  "status-401",
  "status-429",
  "quota-exceeded",
  "status-500",
  "status-503",
  "rate-limited",
  "overloaded",
  "lost-once",
  "connection-reset",
  "reset-mid-body",
  "html-page",
  "stall",
  "response-failed",
  "chat-error-body",
];
/** These are whole for a client that asks for JSON. */
const brokenStreams = [
  "stall-with-comments",
  "stream-ends-early",
  "error-event",
  "broken-json",
  "chat-finish-error",
  "chat-no-stream",
  // the text was streamed, and is not in the final answer
  "empty-final-output",
];
/** Not taken back under this name. */
const refused = ["odd-tool-name"];

const tagged = ["message <think>7 times 13 is 91.</think>No: 91 is 7 times 13."];

/** 200 calls, where others have one. */
const long = deep ? [] : ["many-calls"];

const left = [...broken, ...refused, ...long];
const playable = scenarios.filter(({ name }) => !left.includes(name));

/** Concurrent, because one of them waits. */
describe.concurrent("every scenario, played by the real client on both paths", () => {
  for (const scenario of playable) {
    const { name, user } = scenario;
    it(`says the same in ${name}, and again in a second turn`, async () => {
      await withRehearsal(scenario, async (rehearsal) => {
        const input: Responses.ResponseInputItem[] = [{ role: "user", content: user }];
        const expected =
          name === "chat-think-tags"
            ? [tagged]
            : (await playTurn(rehearsal, input)).map(briefAsChat);
        for (const [form, ask] of Object.entries(asks)) {
          if (form === "a stream" && brokenStreams.includes(name)) continue;
          const messages: Chat.ChatCompletionMessageParam[] = [{ role: "user", content: user }];
          const turns = [await playChat(rehearsal, messages, ask)];
          messages.push({ role: "user", content: again });
          turns.push(await playChat(rehearsal, messages, ask));
          expect([form, ...turns].map(withoutIds)).toEqual(
            [form, expected, expected].map(withoutIds),
          );
        }
      });
    });
  }
});

/** Past the end of a script the model says which output it read, and a client that makes up ids writes those into it. */
function withoutIds(turn: unknown): unknown {
  return JSON.parse(JSON.stringify(turn).replace(/done \w+/g, "done"));
}

it("odd-tool-name: the name does not come back, and a clean one does", async () => {
  await withRehearsal(findScenario("odd-tool-name"), async (rehearsal) => {
    const play = playChat(rehearsal, [...hello], askForJson);
    await expect(play).rejects.toThrow(
      "400 Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    );
  });
});

it("waits and fails with times and delays as on the other path, then goes on", async () => {
  for (const name of ["rate-limited", "overloaded", "lost-once"]) {
    const { user } = findScenario(name);
    await withRehearsal(findScenario(name), async (rehearsal) => {
      const patient = async () => {
        for (;;) {
          const played = playChat(rehearsal, [{ role: "user", content: user }], askForStream);
          const turn = await played.catch(() => undefined);
          if (turn) return turn.at(-1);
        }
      };
      const whole = findScenario(name).responses.at(-1)?.output[0];
      expect(await patient()).toEqual([`message ${whole?.type === "message" && whole.text}`]);
    });
  }
});

describe("a model without a script, asked by chat", () => {
  const tools = [
    {
      type: "function" as const,
      function: {
        name: "read_file",
        parameters: {
          type: "object",
          properties: { path: { type: "string" } },
          required: ["path"],
        },
      },
    },
  ];

  it("improvises with the tools that are offered, and reads their output", async () => {
    await withRehearsal(undefined, async (rehearsal) => {
      const user = { role: "user", content: [{ type: "text", text: "read notes.txt" }] };
      const first = await replyOf(
        await postChat(rehearsal, {
          messages: [{ role: "system", content: "Be kind." }, user],
          tools,
        }),
      );
      const [{ message }] = (first.body as Chat.ChatCompletion).choices as [
        Chat.ChatCompletion.Choice,
      ];
      expect(message).toEqual({
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "read_file", arguments: '{"path":"notes.txt"}' },
          },
        ],
      });
      const output = { role: "tool", tool_call_id: "call_1", content: "buy milk" };
      const second = await replyOf(
        await postChat(rehearsal, { messages: [user, message, output], tools }),
      );
      expect((second.body as Chat.ChatCompletion).choices[0]?.message.content).toBe(
        "read_file answered: buy milk",
      );
    });
  });

  it("has no tools where the client chooses none", async () => {
    await withRehearsal(undefined, async (rehearsal) => {
      const messages = [{ role: "user", content: "read notes.txt" }];
      const { body } = await replyOf(
        await postChat(rehearsal, { messages, tools, tool_choice: "none" }),
      );
      expect((body as Chat.ChatCompletion).choices[0]?.message.content).toBe(
        'I have no tool to read a file here. I am the rehearsal model: I can follow "what did I say", "what did you say"; set OPENAI_API_KEY for a real one.',
      );
    });
  });

  it("remembers what was said in the request, and nothing else", async () => {
    await withRehearsal(undefined, async (rehearsal) => {
      const ask = async (...messages: object[]) => {
        const { body } = await replyOf(await postChat(rehearsal, { messages }));
        return (body as Chat.ChatCompletion).choices[0]?.message.content;
      };
      const repeat = { role: "user", content: "what did you say" };
      expect(
        await ask({ role: "user", content: "hi" }, { role: "assistant", content: "Moo." }, repeat),
      ).toBe("I said: Moo.");
      expect(await ask(repeat)).toBe("I said nothing before that.");
    });
  });
});

it("knows a call whose id it hides by what it asks for, among several rounds", async () => {
  for (const variant of ["id-absent", "id-empty", "id-late", "id-is-name"] as const) {
    const script = scripted(
      { ...answer(call("call_1", "look", '{"at":1}')), chat: [variant] },
      { ...answer(call("call_2", "look", '{"at":2}')), chat: [variant] },
      answer(say("Seen.")),
    );
    await withRehearsal(script, async (rehearsal) => {
      const ownIds: Ask = async (...asked) => {
        const message = await askForStream(...asked);
        const tool_calls = message.tool_calls?.map((one) => ({ ...one, id: undefined }));
        return { ...message, tool_calls };
      };
      expect(await playChat(rehearsal, [...hello], ownIds)).toEqual([
        ['call look {"at":1}'],
        ['call look {"at":2}'],
        ["message Seen."],
      ]);
    });
  }
});
