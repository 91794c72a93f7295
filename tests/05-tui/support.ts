import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/05-tui/state/reduce-session-event.ts";
import type { Entry, Item, Transcript, TuiState } from "../../chapters/05-tui/state/tui-state.ts";
import type { SessionEventBody } from "../../shared/events.ts";
import { numbered } from "../04-reducer/events.ts";

export const chapter = "05-tui";

export function fold(bodies: SessionEventBody[]): TuiState {
  return numbered(bodies).reduce(reduceSessionEvent, emptyState);
}

/** What has settled, oldest first, and behind it what is still open. */
export function transcriptOf(settled: Item[], open: Item[] = []): Transcript {
  const append = (before: Entry | undefined, item: Item): Entry => ({ item, before });
  return { settled: settled.reduce<Entry | undefined>(append, undefined), open };
}

/** Without the colours. */
export function plain(rows: readonly string[]): string[] {
  return rows.map((row) => stripVTControlCharacters(row));
}

const ESC = "\x1b";
const COLOR = new RegExp(`${ESC}\\[[\\d;]*m`, "g");

/** Colours and weights alone are taken out: any other control would still be there. */
export function withoutColors(rows: readonly string[]): string[] {
  return rows.map((row) => row.replace(COLOR, ""));
}

const pieces = [
  ..."aé日 \t\n\r\0\x07\x1b\x9b\x9d\u200b\u200d\u202e\u0301\ufe0f\u3164",
  ...["👨‍👩‍👧", "🇯🇵", "🇯", "e\u0301", "\ud83d", "\ude00", "word ", "{bold}", "\r\n"],
  ...[
    "\x1b[2J",
    "\x1b]52;c;aGk=\x07",
    "\x1b[31m",
    "\x1b]8;;http://e\x1b\\",
    "\x1bP",
    "a".repeat(90),
  ],
];

/** Text as nobody writes it in earnest. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
);
