import type { IncomingMessage } from "node:http";
import type { Answer } from "./answer.ts";
import { isObject } from "./json-value.ts";

/** Method, path, what came and what was answered, in one line without control characters. */
export function describeExchange({ method, url }: IncomingMessage, answer: Answer): string {
  const line = `${method} ${url} ${describeItems(answer)}${answer.status} ${describeAnswer(answer)}`;
  const clean = line.replace(/\p{Cc}+/gu, " ").trimEnd();
  return clean.length > 200 ? `${clean.slice(0, 199).toWellFormed()}…` : clean;
}

function describeItems({ itemsIn }: Answer): string {
  if (itemsIn === undefined) return "";
  return itemsIn === 1 ? "1 item in, " : `${itemsIn} items in, `;
}

function describeAnswer({ fault, stream, body }: Answer): string {
  const said = isObject(body) ? describeBody(body) : "";
  return `${stream ? "stream " : ""}${fault ? `${fault} ` : ""}${said}`;
}

function describeBody(body: Record<string, unknown>): string {
  if (isObject(body.error)) return String(body.error.message);
  if (Array.isArray(body.choices)) return body.choices.map(describeChoice).join(" ");
  return Array.isArray(body.output) ? body.output.map(describeItem).join(" ") : "";
}

function describeChoice({ message }: { message: Record<string, unknown> }): string {
  const { reasoning_content, content, refusal, tool_calls } = message;
  const calls = Array.isArray(tool_calls) ? tool_calls : [];
  return [
    ...(reasoning_content ? [`reasoning ${JSON.stringify(reasoning_content)}`] : []),
    ...[content, refusal].filter(Boolean).map((text) => `message ${JSON.stringify(text)}`),
    ...calls.map(({ function: called }) => `${called.name} ${called.arguments}`),
  ].join(" ");
}

function describeItem(item: unknown): string {
  if (!isObject(item)) return "";
  if (item.type === "function_call") return `${item.name} ${item.arguments}`;
  const parts = item.type === "message" ? item.content : item.summary;
  if (!Array.isArray(parts)) return String(item.type);
  return `${item.type} ${parts.map((part) => JSON.stringify(part.text ?? part.refusal)).join(" ")}`;
}
