import type { TuiState } from "../state/tui-state.ts";
import type { Gaze } from "./scroll.ts";
import { statusLine } from "./status-line.ts";
import { type TypedRows, typedRows } from "./typed-rows.ts";
import type { Typing } from "./typing.ts";
import { type LinesOf, viewport } from "./viewport.ts";

/** What there is to show: the state, and what only this window knows. */
export type View = {
  state: TuiState;
  typing: Typing;
  /** Absent at the end of the transcript, where new lines are shown as they come. */
  gaze?: Gaze;
  /** In milliseconds since 1970. */
  now: number;
};

export type Size = { columns: number; rows: number };

export type Frame = {
  /** As many as the window has. */
  rows: string[];
  cursor: TypedRows["cursor"];
  /** How many of the rows belong to the transcript. */
  height: number;
  /** The last line of the transcript is among them: a question stands there. */
  showsEnd: boolean;
};

const SMALLEST: Size = { columns: 12, rows: 3 };

/** The whole window, from top to bottom: transcript, status, what is typed. Pure. */
export function layOut(view: View, size: Size, linesOf: LinesOf): Frame {
  const { columns, rows } = size;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return tooSmall(size);
  const typed = typedRows(view.typing, columns, Math.max(1, Math.floor(rows / 3)));
  const height = rows - typed.rows.length - 1;
  const place = view.gaze ?? { transcript: view.state.transcript, up: 0 };
  const seen = viewport(place, height, linesOf);
  const empty = new Array<string>(height - seen.length).fill("");
  return {
    rows: [...seen, ...empty, statusLine(view, columns), ...typed.rows],
    cursor: { ...typed.cursor, row: height + 1 + typed.cursor.row },
    height,
    showsEnd: view.gaze === undefined,
  };
}

function tooSmall({ columns, rows }: Size): Frame {
  const empty = new Array<string>(Math.max(0, rows - 1)).fill("");
  return {
    rows: ["Too small.".slice(0, columns), ...empty],
    cursor: { row: 0, left: "" },
    height: 1,
    showsEnd: false,
  };
}
