import { eventChip } from "../event-chip.ts";
import { type Html, html } from "../html.ts";
import type { RecordingIndex } from "../recording/recording.ts";
import type { Article } from "./articles.ts";
import { type Played, playerAddress } from "./commands.ts";
import { type Row, rowsOf } from "./played-turn.ts";

/** The events of the turn that a page talks about. Each opens the player where it happens. */
export function marginTrace(
  root: string,
  { played }: Article,
  index: RecordingIndex,
): Html | undefined {
  if (!played) return undefined;
  const rows = rowsOf(played, index);
  return html`<aside class="trace" aria-label="The turn of this page">
<p class="trace-title"><a href="${root}${playerAddress(played)}">${played.scenario}</a><span>${userOf(played, index)}</span></p>
${chips(root, played, rows)}
</aside>`;
}

/** What the user says in it. */
function userOf(played: Played, index: RecordingIndex): string | undefined {
  const { scenarios = [] } = index.find(({ chapter }) => chapter === played.chapter) ?? {};
  return scenarios.find(({ name }) => name === played.scenario)?.user;
}

function chips(root: string, played: Played, rows: Row[]): Html {
  return html`<ol class="events">${rows.map(({ type, event, times }) => {
    const href = `${root}${playerAddress(played, event)}`;
    return html`<li>${eventChip({ type, href, times })}</li>`;
  })}</ol>`;
}
