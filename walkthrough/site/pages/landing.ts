import { chapters } from "../../../shared/course/chapters.ts";
import { familyOf } from "../../../shared/trace/event-family.ts";
import { eventChip } from "../event-chip.ts";
import { type Html, html, trusted } from "../html.ts";
import type { Recording } from "../recording/recording.ts";
import type { Article } from "./articles.ts";
import { playerAddress } from "./commands.ts";
import { eventClass } from "./event-names.ts";

/** The first page: what this is, a turn that invites, the ladder, and the rest of the walkthrough's own first page. */
export function landing(readme: Article, recordings: Recording[]): Html {
  return html`<div class="opening">
<h1>One Turn</h1>
<p class="lead">You build a coding agent in fourteen small chapters. Each adds one layer, and each shows what
other tutorials leave in the dark: the exact order of events between your line and the answer.</p>
<p class="begin"><a class="primary" href="01-bare-loop/">Begin with chapter 01</a> <a href="one-turn/">One turn, end to end</a></p>
</div>
${invitation(recordings)}
<section class="steps" aria-labelledby="the-ladder">
<h2 id="the-ladder">The ladder</h2>
<ol class="chapters">
${chapters.map(
  ({
    folder,
    name,
    layer,
    newEvents,
  }) => html`<li><a href="${folder}/"><span class="number">${folder.slice(0, 2)}</span> <span class="name">${name}</span> <span class="layer">${layer}</span></a>${news(newEvents)}</li>
`,
)}
</ol>
</section>
${afterTable(readme)}`;
}

function news(types: string[]): Html | undefined {
  if (types.length === 0) return undefined;
  const names = types.map(
    (type) =>
      html` <span class="mention ${eventClass(type)}"><span aria-hidden="true">${familyOf(type).glyph} </span>${type}</span>`,
  );
  return html`<span class="news">${names}</span>`;
}

/** One turn as a column, each event a door to the player. */
function invitation(recordings: Recording[]): Html | undefined {
  const recording = recordings.find(
    ({ chapter, scenario }) => chapter === "03-events" && scenario === "read-file",
  );
  if (!recording) return undefined;
  const rows = recording.steps.map(({ event }, index) => {
    const href = playerAddress(recording, index + 1);
    return html`<li>${eventChip({ type: event.type, href })}<span class="said">${saidBy(event)}</span></li>\n`;
  });
  return html`<section class="invitation" aria-label="One turn">
<ol class="events">
${rows}
</ol>
<p><a href="${playerAddress(recording)}">Step through it</a>: the request, the line of code, the state and the screen, event by event.</p>
</section>`;
}

function saidBy(event: object): string | undefined {
  for (const field of ["text", "name", "output"] as const) {
    const value: unknown = field in event ? (event as Record<string, unknown>)[field] : undefined;
    if (typeof value === "string" && field !== "name") return value;
    if (typeof value === "string" && "args" in event) return `${value} ${event.args}`;
  }
  return undefined;
}

/** The ladder above is the table of README.md with more in it. */
function afterTable(readme: Article): Html {
  const [, rest = ""] = readme.body.html.split(/<\/table><\/div>\n/, 2);
  return trusted(rest);
}
