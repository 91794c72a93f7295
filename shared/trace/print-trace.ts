import wrapAnsi from "wrap-ansi";
import type { SessionEvent } from "../events.ts";
import { lookOf } from "./event-family.ts";
import type { Look } from "./look.ts";
import type { WireEntry } from "./wire.ts";

const DETAIL_LINES = 3;

/** The row of an event in the table for people. Of a long detail the first three lines are shown. */
export function eventRow(event: SessionEvent, { colors, width }: Look): string {
  const { glyph, color } = lookOf(event.type, colors);
  const { callId, detail } = contents(event);
  const number = String(event.sequence).padStart(3);
  const name = callId === "" ? event.type : `${event.type.padEnd(18)} ${visible(callId)}`;
  const start = `${number} ${glyph} ${name.padEnd(26)} `;
  return color(hang(start, visible(detail), width, DETAIL_LINES));
}

/** The lines of one half of an HTTP exchange. Of a request's input only what is new since `known` items. */
export function wireRows(entry: WireEntry, known: number, { colors, width }: Look): string[] {
  return describe(entry, known).map(([start, text]) => {
    return colors.dim(hang(`    ${start}`, visible(text), width));
  });
}

/** How many items the conversation had that this request carried. */
export function inputLength(entry: WireEntry): number {
  return inputOf(record("body" in entry ? entry.body : undefined)).length;
}

function contents(event: SessionEvent): { callId: string; detail: string } {
  switch (event.type) {
    case "user.message":
    case "assistant.message":
    case "notice":
      return { callId: "", detail: event.text };
    case "assistant.delta":
    case "reasoning.delta":
      // in quotes: a piece may be a space
      return { callId: "", detail: JSON.stringify(event.text) };
    case "assistant.interrupted":
      return { callId: "", detail: event.text };
    case "model.responded":
      return { callId: "", detail: event.items.map(({ type }) => type).join(", ") };
    case "tool.started":
      return { callId: event.callId, detail: `${event.name} ${event.args}` };
    case "tool.progress":
      return { callId: event.callId, detail: event.text };
    case "tool.finished":
      return { callId: event.callId, detail: event.output };
    case "tool.failed":
      return { callId: event.callId, detail: event.error };
    case "turn.failed":
      return { callId: "", detail: event.error };
    case "model.retrying":
      return {
        callId: "",
        detail: `attempt ${event.attempt} in ${event.delayMs} ms: ${event.reason}`,
      };
    case "model.requested":
      return { callId: "", detail: event.model };
    case "turn.metrics":
      return { callId: "", detail: describeCosts(event) };
    case "provider.changed":
      return { callId: "", detail: `${event.provider}, ${event.model}` };
    case "phase.changed":
      return { callId: "", detail: `${event.phase}, reasoning ${event.effort}` };
    case "approval.requested":
      return { callId: event.callId, detail: `${event.name} ${event.subject}` };
    case "approval.resolved":
      return {
        callId: event.callId,
        detail: [event.decision, event.reason].filter(Boolean).join(": "),
      };
    case "turn.cancelled":
      return { callId: "", detail: event.reason };
    default:
      return { callId: "", detail: "" };
  }
}

function describeCosts({ status, timeMs, requests, toolCalls, tokens }: TurnMetrics): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const known = tokens.total === undefined ? [] : [tokens.total];
  const used = [...known, ...(tokens.unknown > 0 || known.length === 0 ? ["?"] : [])].join("+");
  return `${status} in ${timeMs} ms, ${count(requests, "request")}, ${count(toolCalls, "tool call")}, ${used} tokens`;
}

type TurnMetrics = Extract<SessionEvent, { type: "turn.metrics" }>;

/** Each line with what its continuation stands under. */
function describe(entry: WireEntry, before: number): [start: string, text: string][] {
  if (entry.wire === "no response") return [["← ", `no response: ${entry.reason}`]];
  if (entry.wire === "lost") return [["← ", `lost: ${entry.reason}`]];
  if (entry.wire === "stream") return [["← ", `${entry.status} as a stream`]];
  if (entry.wire === "event") return [pair("  event  ", describeEvent(entry.data))];
  const body = record(entry.body);
  if (entry.wire === "request") {
    const tools = list(body.tools)
      .map(record)
      .map((tool) => record(tool.function ?? tool).name);
    const path = new URL(entry.url).pathname;
    const follows = body.previous_response_id;
    const effort = record(body.reasoning).effort ?? body.reasoning_effort;
    // the server knows the rest
    const known = follows ? 0 : before;
    return [
      ["→ ", `${entry.method} ${path}`],
      pair("  model  ", String(body.model)),
      ...(body.instructions ? [pair("  instructions ", String(body.instructions))] : []),
      ...(effort ? [pair("  effort ", String(effort))] : []),
      ...(tools.length ? [pair("  tools  ", tools.join(", "))] : []),
      ...(follows ? [pair("  after  ", String(follows))] : []),
      ...(known ? [pair("  input  ", `(${known} as before)`)] : []),
      ...items("  input  ", inputOf(body).slice(known)),
    ];
  }
  const choices = list(body.choices).map(record);
  const status =
    `${entry.status} ${String(body.status ?? choices[0]?.finish_reason ?? "")}`.trimEnd();
  const output = [...list(body.output), ...choices.map(({ message }) => message)];
  return [["← ", status], ...items("  output ", output.length ? output : [entry.body])];
}

/** Of a chat completion the messages are the input. */
function inputOf(body: Record<string, unknown>): unknown[] {
  return list(body.input ?? body.messages);
}

/** The piece, the item or the state of the response that came with it. */
function describeEvent(data: unknown): string {
  const { type, delta, item, response, message, choices } = record(data);
  if (Array.isArray(choices)) return describeChunk(record(data), record(choices[0]));
  const { status, error } = record(response);
  const shown = [delta, item, error ?? undefined, status, message].find(
    (value) => value !== undefined,
  );
  const content = shown === undefined ? "" : ` ${JSON.stringify(shown)}`;
  if (typeof type === "string") return `${type}${content}`;
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** A chunk of a chat completion: the piece, how it ended, what it cost. */
function describeChunk(chunk: Record<string, unknown>, choice: Record<string, unknown>): string {
  const { object, usage, error } = chunk;
  const shown = [choice.delta, choice.finish_reason, usage, error].filter(Boolean);
  return [object ?? "chunk", ...shown.map((value) => JSON.stringify(value))].join(" ");
}

function items(start: string, values: unknown[]): [string, string][] {
  return values.map((value) => [start, JSON.stringify(value)]);
}

function pair(start: string, text: string): [string, string] {
  return [start, text];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Line ends as ⏎, and whatever else a terminal would obey or hide as its code point. Joined emoji stay whole. */
function visible(text: string): string {
  return text
    .replace(/\r?\n/g, "⏎")
    .replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
    });
}

/** Text behind a start, wrapped to stand under itself. More lines than `most` are cut with a mark. */
function hang(start: string, text: string, width: number, most = Number.POSITIVE_INFINITY): string {
  const room = Math.max(20, width - start.length - 1);
  const lines = wrapAnsi(text, room, { hard: true }).split("\n");
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] = `${shown[most - 1]?.trimEnd()}…`;
  const rows = shown.map((line, index) => (index ? " ".repeat(start.length) : start) + line);
  return rows.map((row) => row.trimEnd()).join("\n");
}
