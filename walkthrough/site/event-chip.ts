import { familyOf } from "../../shared/trace/event-family.ts";
import { type Html, html } from "./html.ts";

export type Chip = {
  type: string;
  /** Where it leads. */
  href: string;
  /** How many events of the type come in a row. */
  times?: number;
};

/** An event as a link: its glyph in the colour of its family, and its name. */
export function eventChip({ type, href, times = 1 }: Chip): Html {
  const { family, glyph } = familyOf(type);
  const count = times > 1 && html` <span class="times">×${times}</span>`;
  return html`<a class="event event-${family}" href="${href}" data-event="${type}"><span class="glyph" aria-hidden="true">${glyph}</span><span class="name">${type}</span>${count}</a>`;
}
