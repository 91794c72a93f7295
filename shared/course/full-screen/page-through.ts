import { stripVTControlCharacters } from "node:util";
import { chooseLook, type Look } from "../../trace/look.ts";
import { type FullScreen, openFullScreen } from "./full-screen.ts";

type Place = {
  rows: string[];
  /** The first row in the window. */
  top: number;
  /** What was looked for last. */
  sought: string;
};

/** A pager for where there is none: until q, Esc or Ctrl+C. `draw` is asked again when the window changes. */
export async function pageThrough(draw: (look: Look) => string[]): Promise<void> {
  const screen = openFullScreen();
  try {
    let look = chooseLook(process.stdout, process.env);
    let place: Place = { rows: draw(look), top: 0, sought: "" };
    for (;;) {
      place = inside(place, screen);
      screen.show([...visibleRows(place, screen), footOf(place, screen, look)]);
      const key = await screen.key();
      if (["q", "escape", "ctrl+c", "closed"].includes(key)) return;
      if (key === "resized") {
        look = chooseLook(process.stdout, process.env);
        place = drawnAgain(place, draw(look));
      } else if (key === "/") {
        place = find({ ...place, sought: await ask(screen, place) });
      } else if (key === "n") {
        place = find(place);
      } else {
        place = { ...place, top: place.top + stepOf(key, screen, place) };
      }
    }
  } finally {
    screen.close();
  }
}

/** The last row is the foot. */
function heightOf(screen: FullScreen): number {
  return Math.max(1, screen.size().rows - 1);
}

function inside(place: Place, screen: FullScreen): Place {
  const last = Math.max(0, place.rows.length - heightOf(screen));
  return { ...place, top: Math.min(last, Math.max(0, place.top)) };
}

/** About where it was: rows are wrapped anew. */
function drawnAgain(place: Place, rows: string[]): Place {
  return { ...place, rows, top: Math.round((place.top / place.rows.length) * rows.length) };
}

function visibleRows({ rows, top }: Place, screen: FullScreen): string[] {
  const height = heightOf(screen);
  const seen = rows.slice(top, top + height);
  return [...seen, ...Array.from({ length: height - seen.length }, () => "")];
}

function footOf({ rows, top }: Place, screen: FullScreen, { colors }: Look): string {
  const { columns } = screen.size();
  const end = Math.min(rows.length, top + heightOf(screen));
  const where = end === rows.length ? "the end" : `${Math.round((end / rows.length) * 100)}%`;
  const foot = ` ${where}   space on   b back   ↑↓ a row   / find   q leave `;
  return colors.inverse(foot.slice(0, columns));
}

function stepOf(key: string, screen: FullScreen, { rows }: Place): number {
  const page = Math.max(1, heightOf(screen) - 1);
  const steps: Record<string, number> = {
    ...{ space: page, pagedown: page, f: page, b: -page, pageup: -page },
    ...{ down: 1, j: 1, return: 1, up: -1, k: -1 },
    ...{ home: -rows.length, g: -rows.length, end: rows.length, G: rows.length },
  };
  return steps[key] ?? 0;
}

/** What is to be found, typed in the last row. Empty when it was given up. */
async function ask(screen: FullScreen, place: Place): Promise<string> {
  for (let text = ""; ; ) {
    screen.show([...visibleRows(place, screen), `/${text}`.slice(0, screen.size().columns)]);
    const key = await screen.key();
    if (key === "return") return text;
    if (["escape", "ctrl+c", "closed"].includes(key)) return "";
    if (key === "backspace") text = text.slice(0, -1);
    else if (key === "space") text += " ";
    else if (key.length === 1) text += key;
  }
}

/** The next row with it, from below the first one on and round to the top; where it was when there is none. */
function find({ rows, top, sought }: Place): Place {
  const wanted = sought.toLowerCase();
  const order = rows.map((_, index) => (top + 1 + index) % rows.length);
  const found = order.find((index) =>
    stripVTControlCharacters(rows[index] ?? "")
      .toLowerCase()
      .includes(wanted),
  );
  return { rows, top: wanted === "" ? top : (found ?? top), sought };
}
