import { followTurn, type Place } from "./follow-turn.ts";
import { lastPassed, whileReading } from "./reading-line.ts";
import { scrollWithin } from "./scroll-within.ts";

/** Lights the event in the margin that the text at the reader's eye talks about. */
export function lightEvents(): void {
  const trace = document.querySelector<HTMLElement>(".trace");
  const title = trace?.querySelector<HTMLElement>(".trace-title");
  const chips = [...document.querySelectorAll<HTMLAnchorElement>(".trace .event")];
  const elements = [...document.querySelectorAll("main :is(h2, .mention)")];
  if (!trace || chips.length === 0) return;
  const meant = followTurn(
    elements.map(placeOf),
    chips.map((chip) => ({ type: chip.dataset.event ?? "", event: eventOf(chip) })),
  );
  const chipFor = new Map(elements.map((element, at) => [element, chips[meant[at] ?? -1]]));
  const places = elements.filter((element) => isHeading(element) || chipFor.get(element));
  let lit: HTMLAnchorElement | undefined;
  whileReading(() => {
    const place = lastPassed(places);
    const chip = place && isNear(place) ? chipFor.get(place) : undefined;
    if (chip === lit) return;
    lit?.classList.remove("lit");
    chip?.classList.add("lit");
    lit = chip;
    if (chip) scrollWithin(trace, chip, title?.offsetWidth);
  });
}

/** What the text said more than a window above, it no longer talks about. */
function isNear(place: Element): boolean {
  return place.getBoundingClientRect().top > innerHeight * -0.6;
}

function isHeading(element: Element): boolean {
  return element.matches("h2");
}

/** In a trace, the number of its row stands before the event. */
function placeOf(element: Element): Place {
  if (isHeading(element)) return { kind: "heading" };
  const number = element.previousElementSibling;
  const type = typeOf(element);
  if (!number?.matches(".number")) return { kind: "named", type };
  return { kind: "row", type, row: Number(number.textContent) };
}

/** "▸ tool.started", "tool.execution.started" in quotes, and the name itself are the same event. */
function typeOf({ textContent }: Element): string {
  const [name = ""] = /[a-z]+(?:\.[a-z]+)*/.exec(textContent ?? "") ?? [];
  return name.replace(/^tool\.execution\./, "tool.");
}

/** From 1. */
function eventOf({ search }: HTMLAnchorElement): number {
  return Number(new URLSearchParams(search).get("event"));
}
