import pc from "picocolors";
import type { SessionEvent } from "../events.ts";
import type { WireEntry } from "./wire.ts";

/** One row of the table for people: what does not fit into `width` columns is cut with a mark. */
export function eventRow(event: SessionEvent, width = 100): string {
  const { glyph, color } = looks(event.type);
  const { callId, detail } = contents(event);
  const start = `${String(event.sequence).padStart(3)} ${glyph} ${event.type.padEnd(18)}`;
  const row = `${start} ${visible(callId).padEnd(7)} ${visible(detail)}`.trimEnd();
  return color(cut(row, width));
}

/** The lines of one half of an HTTP exchange. Of a request's input only what is new since `known` items. */
export function wireRows(entry: WireEntry, known: number, width = 100): string[] {
  return describe(entry, known).map((line) => pc.dim(cut(`    ${visible(line)}`, width)));
}

/** How many items the conversation had that this request carried. */
export function inputLength(entry: WireEntry): number {
  return list(record("body" in entry ? entry.body : undefined).input).length;
}

function looks(type: string): { glyph: string; color: (text: string) => string } {
  if (type.endsWith(".failed")) return { glyph: "✗", color: pc.red };
  if (type === "tool.started") return { glyph: "▸", color: pc.yellow };
  if (type.startsWith("tool.")) return { glyph: "◂", color: pc.yellow };
  if (type.startsWith("user.")) return { glyph: "»", color: pc.blue };
  if (type.startsWith("assistant.")) return { glyph: "«", color: pc.green };
  return { glyph: "●", color: pc.gray };
}

function contents(event: SessionEvent): { callId: string; detail: string } {
  switch (event.type) {
    case "user.message":
    case "assistant.message":
      return { callId: "", detail: event.text };
    case "tool.started":
      return { callId: event.callId, detail: `${event.name} ${event.args}` };
    case "tool.finished":
      return { callId: event.callId, detail: event.output };
    case "tool.failed":
      return { callId: event.callId, detail: event.error };
    case "turn.failed":
      return { callId: "", detail: event.error };
    default:
      return { callId: "", detail: "" };
  }
}

function describe(entry: WireEntry, known: number): string[] {
  if (entry.wire === "no response") return [`← no response: ${entry.reason}`];
  const body = record(entry.body);
  if (entry.wire === "request") {
    const tools = list(body.tools).map((tool) => String(record(tool).name));
    return [
      `→ ${entry.method} ${new URL(entry.url).pathname} model ${String(body.model)}`,
      ...(tools.length ? [`  tools ${tools.join(", ")}`] : []),
      ...(known ? [`  input ${known} items as before, then`] : ["  input"]),
      ...list(body.input)
        .slice(known)
        .map((item) => `  ${JSON.stringify(item)}`),
    ];
  }
  const output = list(body.output).map((item) => `  ${JSON.stringify(item)}`);
  const other = output.length ? [] : [`  ${JSON.stringify(entry.body)}`];
  return [`← ${entry.status} ${String(body.status ?? "")}`.trimEnd(), ...output, ...other];
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

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}
