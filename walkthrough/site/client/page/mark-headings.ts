import { lastPassed, whileReading } from "./reading-line.ts";

/** The ladder says which section is being read. */
export function markHeadings(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".headings a")];
  const headings = [...document.querySelectorAll("main h2[id]")];
  if (links.length === 0) return;
  whileReading(() => {
    const current = lastPassed(headings);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  });
}
