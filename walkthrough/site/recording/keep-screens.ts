import type { Cell, Window } from "../../../shared/course/picture/window.ts";
import type { Run, Screen } from "./recording.ts";

/** Screens by their place, each once. */
export function keepScreens(): { screens: Screen[]; keep(window: Window): number } {
  const screens: Screen[] = [];
  const places = new Map<string, number>();
  return {
    screens,
    keep({ columns, rows }) {
      const screen = { columns, rows: rows.map(runsOf) };
      const key = JSON.stringify(screen);
      const place = places.get(key) ?? screens.push(screen) - 1;
      places.set(key, place);
      return place;
    },
  };
}

/** Without the blanks at the end of the row. */
function runsOf(row: Cell[]): Run[] {
  const end = row.findLastIndex(({ text, underline }) => text !== " " || underline) + 1;
  const runs: Run[] = [];
  for (const { text, width, ...look } of row.slice(0, end)) {
    const last = runs.at(-1);
    if (last && isSame(last, look)) last.text += text;
    else runs.push({ text, ...look });
  }
  return runs;
}

function isSame(run: Omit<Run, "text">, look: Omit<Run, "text">): boolean {
  return run.color === look.color && run.bold === look.bold && run.underline === look.underline;
}
