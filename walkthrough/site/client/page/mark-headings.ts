import { lastPassed, whileReading } from "./reading-line.ts";
import { scrollWithin } from "./scroll-within.ts";

/** The ladder says which section is being read. */
export function markHeadings(): void {
  const ladder = document.querySelector<HTMLElement>(".ladder");
  const page = ladder?.querySelector<HTMLElement>("[aria-current=page]");
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".headings a")];
  const headings = [...document.querySelectorAll("main h2[id]")];
  if (!ladder || !page) return;
  scrollWithin(ladder, page);
  let marked: Element | undefined;
  whileReading(() => {
    const heading = lastPassed(headings);
    if (heading === marked) return;
    marked = heading;
    for (const link of links) {
      const isCurrent = link.hash === `#${heading?.id}`;
      if (isCurrent) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
      if (isCurrent) scrollWithin(ladder, link);
    }
  });
}
