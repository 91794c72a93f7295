import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ChatVariant } from "../../shared/rehearsal/chat/chat-variant.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import { deep } from "../support/deep.ts";
import { root, runNode } from "../support/run-one-turn.ts";
import { parseChunks, postChat, replyOf } from "./chats.ts";
import { withRehearsal } from "./clients.ts";
import { readRaw } from "./streams.ts";

/** The reasoning is in a field that the SDK does not know. */
const header = `import type { Chat } from "openai/resources";
type Reasoned = { reasoning_content?: string };
type Choice = Omit<Chat.ChatCompletionChunk.Choice, "delta"> & {
  delta: Chat.ChatCompletionChunk.Choice.Delta & Reasoned;
};
type Chunk = Omit<Chat.ChatCompletionChunk, "choices"> & { choices: Choice[] };
type WholeChoice = Omit<Chat.ChatCompletion.Choice, "message"> & {
  message: Chat.ChatCompletionMessage & Reasoned;
};
type Completion = Omit<Chat.ChatCompletion, "choices"> & { choices: WholeChoice[] };
`;

/** What these servers send is not what the SDK's types say. */
const untyped: ChatVariant[] = [
  "reasoning",
  "reasoning-details",
  "reasoning-twice",
  "no-index",
  "id-absent",
  "id-late",
  "finish-error",
  "finish-empty",
  "error-body",
  "no-stream",
];

/** These stay silent after chunks that others send as well, or send what is no chunk. */
const others = ["stall", "stall-with-comments", "broken-json", "unknown-events"];
/** Two hundred times what others send once. */
const long = deep ? [] : ["many-calls"];

it("everything that is sent for a chat compiles against the SDK's types (WIRE 12)", async () => {
  // below the packages, so that the compiler finds the SDK from there
  const folder = await mkdtemp(join(root, "node_modules/.one-turn-chat-types-"));
  try {
    const files: string[] = [];
    for (const scenario of scenarios.filter(isTyped)) {
      const { chunks, completions } = await playBoth(scenario);
      const file = join(folder, `${scenario.name}.ts`);
      const sent = `export const chunks: Chunk[] = ${JSON.stringify(chunks, null, 1)};
export const completions: Completion[] = ${JSON.stringify(completions, null, 1)};\n`;
      await writeFile(file, header + sent);
      files.push(file);
    }
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--skipLibCheck"];
    const compiler = "node_modules/typescript/bin/tsc";
    const tsc = [compiler, "--ignoreConfig", ...options, "--types", "node"];
    expect(await runNode([...tsc, ...files])).toEqual({ code: 0, stdout: "", stderr: "" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

function isTyped({ name, responses }: Scenario): boolean {
  const chat = responses.flatMap((response) => response.chat ?? []);
  return ![...others, ...long].includes(name) && !chat.some((variant) => untyped.includes(variant));
}

/** The first response as a stream, and as a whole answer; errors are neither. */
async function playBoth(scenario: Scenario) {
  let chunks: unknown[] = [];
  let completions: unknown[] = [];
  await withRehearsal(scenario, async (rehearsal) => {
    const fields = { stream: true, stream_options: { include_usage: true } };
    const streamed = await postChat(rehearsal, fields).catch(() => undefined);
    if (streamed?.status !== 200) return;
    const sent = parseChunks((await readRaw(streamed)).text);
    chunks = sent.filter((chunk) => chunk !== "[DONE]" && !chunk.error);
    const whole = await postChat(rehearsal)
      .then(replyOf)
      .catch(() => undefined);
    const body = Object(whole?.body);
    completions = body.object === "chat.completion" ? [body] : [];
  });
  return { chunks, completions };
}
