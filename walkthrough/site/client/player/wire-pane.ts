import type { WireEntry } from "../../../../shared/trace/wire.ts";
import { drawTree, type Tree } from "./draw-tree.ts";
import { element } from "./element.ts";
import { opening } from "./opening.ts";
import { frontOfAnswer, payloadFirst } from "./payload-first.ts";
import type { Side } from "./side.ts";
import { quote, summarize } from "./summarize.ts";
import { type WireRow, wireRows } from "./wire-rows.ts";
import { arrivedAfter, arrivedBefore, lastArrival, nextRequest } from "./wire-slices.ts";

/** The request, or what arrived, between the event before and this one. */
export function drawWire(side: Side, index: number, toggled: Map<string, boolean>): HTMLElement[] {
  const { recording, events } = side;
  if (!recording) return [hint("A session's log does not hold what went over the wire.")];
  const rows = wireRows(arrivedBefore(recording, index));
  const after = wireRows(arrivedAfter(recording, index));
  const drawn = drawRows(rows, String(index), toggled);
  drawn.at(-1)?.classList.add("cause");
  const next = events[index]?.type === "model.requested" && nextRequest(recording, index);
  if (next) drawn.push(...drawNext(next, `next.${index}`, toggled));
  else if (rows.length === 0) drawn.push(hint(nothingSince(side, index)));
  if (after.length > 0) {
    drawn.push(hint(`After the last event of ${events.length}:`));
    drawn.push(...drawRows(after, "after", toggled));
  }
  return drawn;
}

/** What the event came from stands last among what came before it. */
export function scrollToCause(pane: HTMLElement): void {
  const cause = pane.querySelector(".cause");
  pane.scrollTop = 0;
  if (!cause) return;
  const [around, place] = [pane.getBoundingClientRect(), cause.getBoundingClientRect()];
  const above = cause.previousElementSibling?.getBoundingClientRect() ?? place;
  // the row above it is seen too, as long as it is one line
  const top = above.height < ONE_LINE ? above.top : place.top;
  pane.scrollTop = top - around.top - 3;
}

/** In pixels, with room for a larger type. */
const ONE_LINE = 40;

function drawRows(rows: WireRow[], path: string, toggled: Map<string, boolean>): HTMLElement[] {
  return rows.map((row, place) => {
    // what was asked is folded once there is an answer
    const isOpen = isMain(row) && !(row.way === "out" && place < rows.length - 1);
    return drawRow(row, `${path}.${place}`, isOpen, toggled);
  });
}

/** The event says that a request goes out: it stands on the wire only behind it. */
function drawNext(next: WireEntry, path: string, toggled: Map<string, boolean>): HTMLElement[] {
  const rows = drawRows(wireRows([next]), path, toggled);
  for (const row of rows) row.classList.add("next");
  return [hint("Goes out next:"), ...rows];
}

function nothingSince({ recording }: Side, index: number): string {
  const last = recording && lastArrival(recording, index);
  if (!last) return "Nothing has gone over the wire yet.";
  return `Nothing since event ${last.step + 1}, when ${spoken(last.entry)}.`;
}

function spoken(entry: WireEntry): string {
  const [row] = wireRows([entry]);
  if (entry.wire === "request") return `${row?.label} was sent`;
  if (entry.wire === "response") return "the answer came";
  return entry.wire === "event" ? `${row?.label} came` : `there was: ${row?.label}`;
}

const arrows: Record<WireRow["way"], string> = { out: "→", in: "←", broken: "✗" };

function drawRow(
  row: WireRow,
  path: string,
  open: boolean,
  toggled: Map<string, boolean>,
): HTMLElement {
  const label = [
    element("span", { class: "way", "aria-hidden": "true" }, arrows[row.way]),
    element("span", { class: "label" }, row.label),
    row.count > 1 && element("span", { class: "times" }, `×${row.count}`),
    element("span", { class: "hint" }, noteOf(row)),
  ];
  if (row.body === undefined) return element("p", { class: `wire ${row.way}` }, ...label);
  return opening(label, {
    class: `wire ${row.way}`,
    path,
    open,
    toggled,
    draw: () => [drawTree(row.body, treeOf(path, toggled))],
  });
}

function noteOf({ text, body, label }: WireRow): string {
  if (text !== undefined) return quote(text, 90);
  const { type, sequence_number, ...rest } = Object(body);
  if (type !== label) return "";
  return Object.keys(rest).length > 0 ? summarize(payloadFirst(rest), 90) : "";
}

/** A request and a whole answer are open; the pieces of a stream are many. */
function isMain({ way, label }: WireRow): boolean {
  return way === "out" || /^\d{3}$/.test(label);
}

/** Of a request the conversation is open, and of the conversation what came last. */
function treeOf(row: string, toggled: Map<string, boolean>): Tree {
  const isOpen = (path: string, value: unknown) => {
    if (path === "instructions" || path === "tools") return false;
    return typeof value === "string" ? value.length < 600 : path.split(/[.[]/).length <= 3;
  };
  return {
    changes: new Map(),
    toggled: under(row, toggled),
    isOpen,
    gist: (value) => summarize(payloadFirst(value), 72),
    front: frontOfAnswer,
  };
}

/** The part of the memory that belongs to one row. */
function under(row: string, toggled: Map<string, boolean>): Map<string, boolean> {
  const own = new Map<string, boolean>();
  for (const [path, open] of toggled) {
    if (path.startsWith(`${row}/`)) own.set(path.slice(row.length + 1), open);
  }
  const set = own.set.bind(own);
  own.set = (path, open) => {
    toggled.set(`${row}/${path}`, open);
    return set(path, open);
  };
  return own;
}

function hint(text: string): HTMLElement {
  return element("p", { class: "hint" }, text);
}
