import { chapters } from "../../../shared/course/chapters.ts";
import { familyOf } from "../../../shared/trace/event-family.ts";
import { escapeHtml } from "../html.ts";

const names = new Set<string>(chapters.flatMap(({ newEvents }) => newEvents));
const anyName = [...names].map((name) => name.replace(".", "\\.")).join("|");
const behindGlyph = new RegExp(`[●»▸┆◂«✗~] (${anyName})(?![\\w.])`, "g");

/** Whether a text is the name of an event, in the session's words or the agent's. */
export function isEventName(text: string): boolean {
  return names.has(text.replace(/^tool\.execution\./, "tool."));
}

/** The class that gives an event's name its colour. */
export function eventClass(type: string): string {
  return `event-${familyOf(type.replace(/^tool\.execution\./, "tool.")).family}`;
}

/** Escapes a line of output; the events in it have their colour, as in the terminal. */
export function markEvents(line: string): string {
  return escapeHtml(line).replace(behindGlyph, (text, type: string) => {
    return `<span class="mention ${eventClass(type)}">${text}</span>`;
  });
}
