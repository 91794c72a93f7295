import { type Child, element } from "./element.ts";

export type Opening = {
  class: string;
  /** Names the part among those of its pane. */
  path: string;
  open: boolean;
  /** What the reader has opened or closed, by path. */
  toggled: Map<string, boolean>;
  /** What is inside: made when it is opened. */
  draw(): HTMLElement[];
};

/** A part that opens and closes, and is found as it was left when it is drawn again. */
export function opening(summary: Child[], given: Opening): HTMLDetailsElement {
  const { path, toggled, draw } = given;
  const open = toggled.get(path) ?? given.open;
  const head = element("summary", {}, ...summary);
  head.dataset.path = path;
  const inside = element("div", { class: "inside" });
  const details = element("details", { class: given.class, open }, head, inside);
  if (open) inside.append(...draw());
  // at once: the event of having opened comes when the next step may have been taken
  head.addEventListener("click", () => toggled.set(path, !details.open));
  // not every opening is a click: a browser that searches the page opens what it finds
  details.addEventListener("toggle", () => {
    if (details.open && !inside.hasChildNodes()) inside.append(...draw());
  });
  return details;
}
