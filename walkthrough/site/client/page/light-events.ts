import { lastPassed, whileReading } from "./reading-line.ts";

/** Lights the event in the margin that the text at the reader's eye talks about. */
export function lightEvents(): void {
  const chips = [...document.querySelectorAll<HTMLElement>(".trace .event")];
  const types = new Set(chips.map(({ dataset }) => dataset.event));
  const mentions = [...document.querySelectorAll("main .mention")].filter((mention) => {
    return types.has(typeOf(mention));
  });
  if (mentions.length === 0) return;
  let lit: Element | undefined;
  whileReading(() => {
    const mention = lastPassed(mentions);
    if (mention === lit) return;
    lit = mention;
    const type = mention && typeOf(mention);
    const found = chips.filter(({ dataset }) => dataset.event === type);
    for (const chip of chips) chip.classList.toggle("lit", found.includes(chip));
    if (found[0]) show(found[0]);
  });
}

/** "▸ tool.started", "tool.execution.started" in quotes, and the name itself are the same event. */
function typeOf({ textContent }: Element): string {
  const [name = ""] = /[a-z]+(?:\.[a-z]+)*/.exec(textContent ?? "") ?? [];
  return name.replace(/^tool\.execution\./, "tool.");
}

/** Only the trace scrolls, never the page. */
function show(chip: HTMLElement): void {
  const trace = chip.closest<HTMLElement>(".trace");
  if (!trace) return;
  const outer = trace.getBoundingClientRect();
  const inner = chip.getBoundingClientRect();
  trace.scrollBy({
    left: inner.left < outer.left || inner.right > outer.right ? inner.left - outer.left - 60 : 0,
    top: inner.top < outer.top || inner.bottom > outer.bottom ? inner.top - outer.top - 60 : 0,
  });
}
