export type Row = {
  /** Whose it is: "04 reducer". */
  subject: string;
  what: string;
  value: number;
  unit: "x" | " MB";
  /** The most that the value should be. Absent where none is set. */
  target?: number;
};

/** Lines of at most 80 columns: a row's value, its target, and whether it is within. */
export function drawTable(rows: Row[]): string {
  if (rows.length === 0) return "  none of these chapters has that";
  return rows.map(drawRow).join("\n");
}

function drawRow({ subject, what, value, unit, target }: Row): string {
  const digits = unit === "x" ? 2 : 0;
  const limit = target === undefined ? "" : `<= ${target}${unit}`;
  const cells = [
    `  ${subject.padEnd(18)}`,
    what.padEnd(33),
    `${value.toFixed(digits)}${unit}`.padStart(8),
    limit.padStart(11),
    `  ${verdict(value, target)}`,
  ];
  return cells.join("").trimEnd();
}

function verdict(value: number, target: number | undefined): string {
  if (target === undefined) return "-";
  return value <= target ? "ok" : "over";
}
