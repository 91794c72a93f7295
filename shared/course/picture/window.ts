/** A character as a terminal shows it. */
export type Cell = {
  text: string;
  /** In columns, 1 or 2. */
  width: number;
  /** 0 to 15, as SGR counts them; the terminal's own without it. */
  color?: number;
  bold?: boolean;
  underline?: boolean;
};

/** What a terminal's window shows. */
export type Window = {
  columns: number;
  /** From top to bottom, empty ones as well. The blanks at the end of a row may be left out. */
  rows: Cell[][];
  cursor: { row: number; column: number };
};
