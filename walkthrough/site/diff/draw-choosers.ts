import type { Chapter } from "../../../shared/course/chapters.ts";
import { type Html, html } from "../html.ts";

/** Two lists and a button. It works without scripts, too: the address says which chapters are meant. */
export function drawChoosers(chapters: Chapter[], from: string, to: string, root: string): Html {
  const list = (name: string, label: string, chosen: string) =>
    html`<label>${label} <select name="${name}">${chapters.map(
      ({ folder }) => html`<option${folder === chosen && html` selected`}>${folder}</option>`,
    )}</select></label>`;
  return html`<form class="pair" action="${root}diff/" method="get">
${list("from", "Compare", from)}
${list("to", "with", to)}
<button>Show</button>
</form>
`;
}
