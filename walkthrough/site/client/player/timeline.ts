import { familyOf } from "../../../../shared/trace/event-family.ts";
import { hasLeft, hasRight, type Row } from "./align-sides.ts";
import { element } from "./element.ts";
import { type Chip, chipAt, chipsInSight, foldRuns } from "./fold-runs.ts";
import type { Side } from "./side.ts";

export type Timeline = {
  root: HTMLElement;
  show(place: number): void;
};

/** The events as chips, in one line per side. `choose` gets the row that a chip stands for. */
export function drawTimeline(rows: Row[], sides: Side[], choose: (row: number) => void): Timeline {
  const chips = foldRuns(rows.map((row) => nameOf(row, sides)));
  const label = sides.length > 1 ? "Events of both, side by side" : "Events";
  const root = element("div", {
    class: sides.length > 1 ? "timeline two" : "timeline",
    role: "listbox",
    tabindex: 0,
    "aria-label": label,
    "aria-orientation": "horizontal",
  });
  let drawn: Chip | undefined;
  root.addEventListener("click", ({ target }) => {
    const option = target instanceof Element && target.closest<HTMLElement>("[data-chip]");
    if (option) choose(chips[Number(option.dataset.chip)]?.from ?? 0);
  });
  return {
    root,
    show(place) {
      const current = chipAt(chips, place);
      // what is drawn stays while the current chip is well inside of it
      const edge = 20;
      const isInside =
        drawn !== undefined &&
        (drawn.from === 0 || current > drawn.from + edge) &&
        (drawn.to === chips.length - 1 || current < drawn.to - edge);
      if (!isInside) {
        drawn = chipsInSight(chips.length, current);
        root.replaceChildren(...drawChips(chips, drawn, rows, sides));
      }
      mark(root, chips, current, place);
    },
  };
}

function nameOf(row: Row, sides: Side[]): string {
  const types = [
    hasLeft(row) ? sides[0]?.events[row.left]?.type : "",
    hasRight(row) ? sides[1]?.events[row.right]?.type : "",
  ];
  return `${types.find((type) => type)} ${row.kind}`;
}

function drawChips(chips: Chip[], { from, to }: Chip, rows: Row[], sides: Side[]): HTMLElement[] {
  const drawn = chips.slice(from, to + 1).map((chip, index) => {
    const row = rows[chip.from];
    const kind = row?.kind ?? "alone";
    const option = element(
      "div",
      {
        id: `chip-${from + index}`,
        role: "option",
        class: `chip ${kind}`,
        "aria-selected": "false",
        "aria-setsize": chips.length,
        "aria-posinset": from + index + 1,
        "data-chip": from + index,
      },
      ...sides.map((side, place) => drawEvent(chip, rows, side, place)),
      kind === "differs" && element("span", { class: "unseen" }, " (not the same)"),
    );
    return option;
  });
  const before =
    from > 0 && element("span", { class: "beyond", "aria-hidden": "true" }, `… ${from} earlier`);
  const left = chips.length - to - 1;
  const after =
    left > 0 && element("span", { class: "beyond", "aria-hidden": "true" }, `${left} later …`);
  return [before, ...drawn, after].filter((part) => part !== false);
}

function drawEvent(chip: Chip, rows: Row[], side: Side, place: number): HTMLElement {
  const row = rows[chip.from];
  const isThere = row && (place === 0 ? hasLeft(row) : hasRight(row));
  const type = isThere && side.events[place === 0 ? row.left : row.right]?.type;
  if (!type) {
    const words = `not in ${side.title}`;
    return element("span", { class: "gap" }, element("span", { class: "unseen" }, words));
  }
  const { family, glyph } = familyOf(type);
  const times = chip.to - chip.from + 1;
  return element(
    "span",
    { class: `event event-${family}` },
    element("span", { class: "glyph", "aria-hidden": "true" }, glyph),
    element("span", { class: "name" }, type),
    times > 1 && element("span", { class: "times" }, `×${times}`),
  );
}

function mark(root: HTMLElement, chips: Chip[], current: number, place: number): void {
  for (const option of root.querySelectorAll<HTMLElement>("[data-chip]")) {
    const at = Number(option.dataset.chip);
    option.classList.toggle("past", at < current);
    option.setAttribute("aria-selected", String(at === current));
    sayHowFar(option, chips[at], at === current ? place : undefined);
    if (at !== current) continue;
    root.setAttribute("aria-activedescendant", option.id);
    root.scrollLeft =
      option.offsetLeft - root.offsetLeft - (root.clientWidth - option.offsetWidth) / 2;
  }
}

/** Of a run: how many events it has, and which of them is the current one. */
function sayHowFar(option: HTMLElement, chip: Chip | undefined, place: number | undefined): void {
  if (!chip || chip.to === chip.from) return;
  const count = chip.to - chip.from + 1;
  for (const times of option.querySelectorAll(".times")) {
    times.textContent = place === undefined ? `×${count}` : `${place - chip.from + 1}/${count}`;
  }
}
