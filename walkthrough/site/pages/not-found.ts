import { type Html, html } from "../html.ts";

/** For every wrong address. It names its own places from the base: it can be shown at any depth. */
export function notFoundBody(base: string): Html {
  return html`<h1>There is no such page</h1>
<p>Nothing happened here, so there is no trace. Go to the <a href="${base}">first page</a>, or search.</p>`;
}
