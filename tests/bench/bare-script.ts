import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type OpenAI from "openai";
import type { Responses } from "openai/resources";
import type { RunTurn } from "./subject.ts";

const tools: Responses.Tool[] = [
  {
    type: "function",
    name: "read_workspace_file",
    description: "Read a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, start_line: { type: "number" } },
      required: ["path", "start_line"],
      additionalProperties: false,
    },
    strict: true,
  },
];

type Ask = (client: OpenAI, input: Responses.ResponseInputItem[]) => Promise<Responses.Response>;

/** What a chapter is compared with: the client, a list and a loop, and not a check more than that takes. */
export function bareScript(client: OpenAI, workspaceRoot: string, ask: Ask): RunTurn {
  const history: Responses.ResponseInputItem[] = [];
  return async (text) => {
    history.push({ role: "user", content: text });
    for (;;) {
      const { output } = await ask(client, history);
      history.push(...(output as Responses.ResponseInputItem[]));
      const calls = output.filter((item) => item.type === "function_call");
      for (const { call_id, arguments: args } of calls) {
        const file = await readFile(join(workspaceRoot, JSON.parse(args).path), "utf8");
        history.push({ type: "function_call_output", call_id, output: file });
      }
      if (calls.length === 0) return textOf(output);
    }
  };
}

const common = { model: "rehearsal-1", instructions: "Answer in a few plain sentences.", tools };

/** At once, as chapters 01 to 05 do. */
export const askWhole: Ask = (client, input) => client.responses.create({ ...common, input });

/** In pieces, which are put together. */
export const askStreamed: Ask = async (client, input) => {
  let text = "";
  for await (const event of await client.responses.create({ ...common, input, stream: true })) {
    if (event.type === "response.output_text.delta") text += event.delta;
    if (event.type === "response.completed") return { ...event.response, output_text: text };
  }
  throw new Error("The stream ended too early.");
};

function textOf(output: Responses.ResponseOutputItem[]): string {
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  return parts.map((part) => (part.type === "output_text" ? part.text : "")).join("");
}
