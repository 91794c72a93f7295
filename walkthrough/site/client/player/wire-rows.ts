import type { WireEntry } from "../../../../shared/trace/wire.ts";

/** What a reader sees of an entry, or of several pieces in a row. */
export type WireRow = {
  /** Sent by the program, come from the server, or neither: it broke. */
  way: "out" | "in" | "broken";
  label: string;
  /** How many pieces the row stands for. */
  count: number;
  /** The pieces, joined; the reason of a break. */
  text?: string;
  body?: unknown;
};

export function wireRows(entries: WireEntry[]): WireRow[] {
  const rows: WireRow[] = [];
  for (const entry of entries) {
    const row = rowOf(entry);
    const last = rows.at(-1);
    if (last && isPieceOf(row, last)) rows.splice(-1, 1, join(last, row));
    else rows.push(row);
  }
  return rows;
}

function rowOf(entry: WireEntry): WireRow {
  switch (entry.wire) {
    case "request":
      return {
        way: "out",
        label: `${entry.method} ${pathOf(entry.url)}`,
        count: 1,
        body: entry.body,
      };
    case "response":
      return { way: "in", label: String(entry.status), count: 1, body: entry.body };
    case "stream":
      return { way: "in", label: `${entry.status}, as a stream`, count: 1 };
    case "event":
      return rowOfEvent(entry.data);
    case "no response":
      return { way: "broken", label: "no response", count: 1, text: entry.reason };
    case "lost":
      return { way: "broken", label: "the stream broke off", count: 1, text: entry.reason };
  }
}

function rowOfEvent(data: unknown): WireRow {
  if (typeof data === "string") return { way: "in", label: "text", count: 1, text: data };
  const { type, object, delta } = Object(data);
  const label: string = [type, object].find((name) => typeof name === "string") ?? "event";
  const piece = typeof delta === "string" ? { text: delta } : {};
  return { way: "in", label, count: 1, body: data, ...piece };
}

function isPieceOf(row: WireRow, last: WireRow): boolean {
  return row.label === last.label && row.label.endsWith(".delta") && row.text !== undefined;
}

function join(last: WireRow, row: WireRow): WireRow {
  const bodies = last.count === 1 ? [last.body] : (last.body as unknown[]);
  return {
    ...last,
    count: last.count + 1,
    text: `${last.text ?? ""}${row.text}`,
    body: [...bodies, row.body],
  };
}

/** The host is whatever the model stands at, and says nothing. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, "");
}
