import {
  payloadOf,
  type TraceDiff,
  type TraceRow,
} from "../../../shared/course/diff/align-traces.ts";
import { visible } from "../../../shared/course/diff/plain-text.ts";
import { tellTraces } from "../../../shared/course/diff/tell-diff.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import { eventChip } from "../event-chip.ts";
import { type Html, html } from "../html.ts";

/** Of what an event says, no more is shown. */
const LONGEST = 160;

const signs = { same: "", added: "+", removed: "−", differs: "~" };

/** Two traces side by side. A chip leads to its event in the player. */
export function drawTraces(diff: TraceDiff, root: string): Html {
  const { from, to, scenario, user, rows } = diff;
  const both = `${root}player/?chapter=${from.folder}&scenario=${scenario}&with=${to.folder}`;
  const places = { from: 1, to: 1 };
  const drawn = foldPieces(rows).map((row) => drawRow(row, diff, places, root));
  return html`<p class="user">The user says: <q>${visible(user)}</q> · <a href="${both}">Play both</a></p>
<table class="traces">
<caption>${tellTraces(rows, from.folder, to.folder).join(" · ")}</caption>
<thead><tr><td></td><th scope="col">${from.folder}</th><th scope="col">${to.folder}</th></tr></thead>
<tbody>
${drawn}</tbody>
</table>
`;
}

/** Rows that are pieces of one text, as one: the first of them, how many there are, and the text of all. */
export type FoldedRow = TraceRow & { times: number; text?: string };

export function foldPieces(rows: TraceRow[]): FoldedRow[] {
  const folded: FoldedRow[] = [];
  for (const row of rows) {
    const [last, text] = [folded.at(-1), pieceOf(row.to ?? row.from)];
    const goesOn = last?.text !== undefined && text !== undefined && last.kind === row.kind;
    if (goesOn && typeOf(last) === typeOf(row)) {
      last.times++;
      last.text += text;
    } else folded.push({ ...row, times: 1, ...(text !== undefined && { text }) });
  }
  return folded;
}

function pieceOf(event: SessionEvent | undefined): string | undefined {
  const isPiece = event?.type === "assistant.delta" || event?.type === "reasoning.delta";
  return isPiece ? event.text : undefined;
}

function typeOf({ from, to }: TraceRow): string | undefined {
  return (to ?? from)?.type;
}

function drawRow(
  row: FoldedRow,
  { from, to, scenario }: TraceDiff,
  places: { from: number; to: number },
  root: string,
): Html {
  const { kind, times } = row;
  const cell = (event: SessionEvent | undefined, folder: string, place: number) => {
    if (!event) return html`<td></td>`;
    const href = `${root}player/?chapter=${folder}&scenario=${scenario}&event=${place}`;
    return html`<td>${eventChip({ type: event.type, href, times })}${drawPayload(event, row.text)}</td>`;
  };
  const left = cell(row.from, from.folder, places.from);
  const right = cell(row.to, to.folder, places.to);
  if (row.from) places.from += times;
  if (row.to) places.to += times;
  const words = { same: "", added: `only in ${to.folder}`, removed: `only in ${from.folder}` };
  const said = kind === "differs" ? "says something else" : words[kind];
  return html`<tr class="${kind}" data-times="${times}"><td class="sign">${signs[kind]}${said && html`<span class="unseen"> ${said}</span>`}</td>${left}${right}</tr>
`;
}

function drawPayload(event: SessionEvent, text: string | undefined): Html {
  const values = text === undefined ? Object.values(payloadOf(event)) : [text];
  const said = values.map(asText).join(" ").replaceAll(/\r?\n/g, "⏎").trim();
  if (said === "") return html``;
  const shown = said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
  return html` <span class="payload">${visible(shown)}</span>`;
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
