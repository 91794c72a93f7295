import { lastPassed, whileReading } from "./reading-line.ts";
import { scrollWithin } from "./scroll-within.ts";

/** Lights the event in the margin that the text at the reader's eye talks about. */
export function lightEvents(): void {
  const trace = document.querySelector<HTMLElement>(".trace");
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
    if (trace && found[0]) scrollWithin(trace, found[0]);
  });
}

/** "▸ tool.started", "tool.execution.started" in quotes, and the name itself are the same event. */
function typeOf({ textContent }: Element): string {
  const [name = ""] = /[a-z]+(?:\.[a-z]+)*/.exec(textContent ?? "") ?? [];
  return name.replace(/^tool\.execution\./, "tool.");
}
