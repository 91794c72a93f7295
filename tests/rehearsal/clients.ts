import { request } from "node:http";
import OpenAI, { type ClientOptions } from "openai";
import type { Responses } from "openai/resources";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { type Rehearsal, startRehearsal } from "../../shared/rehearsal/server.ts";

/** Runs the story against a server of its own, and ends it. */
export async function withRehearsal(
  scenario: Scenario | undefined,
  story: (rehearsal: Rehearsal) => Promise<void>,
): Promise<void> {
  const rehearsal = await startRehearsal({ scenario });
  try {
    await story(rehearsal);
  } finally {
    await rehearsal.close();
  }
}

/** The real client, which asks once. */
export function clientOf(rehearsal: Rehearsal, options: ClientOptions = {}): OpenAI {
  return new OpenAI({ baseURL: rehearsal.url, apiKey: "any", maxRetries: 0, ...options });
}

export type Reply = { status: number; body: unknown };

/** Posts without a client's own ideas. A string is sent as it is. */
export async function post(rehearsal: Rehearsal, body: unknown): Promise<Reply> {
  const response = await fetch(`${rehearsal.url}/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Sends headers that fetch does not let through, and large bodies in a seventh of its time. */
export function send(
  url: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Reply & { headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = JSON.parse(Buffer.concat(chunks).toString());
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A scenario that only a test needs. */
export function scripted(...responses: ScriptedResponse[]): Scenario {
  return { name: "scripted", shows: "What a test needs.", from: 1, user: "hello", responses };
}

/** Plays one turn as a client does: every call is answered with the output `done CALL_ID`. */
export async function playTurn(
  rehearsal: Rehearsal,
  input: Responses.ResponseInputItem[],
  tools?: Responses.Tool[],
): Promise<Responses.Response[]> {
  const responses: Responses.Response[] = [];
  for (;;) {
    const response = await clientOf(rehearsal).responses.create({ model: "any", input, tools });
    responses.push(response);
    input.push(...(response.output as Responses.ResponseInputItem[]));
    const calls = response.output.filter((item) => item.type === "function_call");
    if (calls.length === 0) return responses;
    for (const { call_id } of calls) {
      input.push({ type: "function_call_output", call_id, output: `done ${call_id}` });
    }
  }
}

/** The model's items in short, in order. */
export function brief(response: Responses.Response): string[] {
  return response.output.map((item) => {
    switch (item.type) {
      case "function_call":
        return `call ${item.call_id} ${item.name} ${item.arguments}`;
      case "reasoning":
        return `reasoning ${item.summary.map((part) => part.text).join()}`;
      case "message":
        return `message ${item.content.map((part) => (part.type === "refusal" ? part.refusal : part.text)).join()}`;
      default:
        return item.type;
    }
  });
}
