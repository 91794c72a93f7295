import type { IBufferCell, Terminal } from "@xterm/headless";
import type { Cell, Window } from "./window.ts";

/** What the emulator shows now. Throws one line on a look that a picture does not have. */
export function readWindow({ buffer, cols, rows }: Terminal): Window {
  const { active } = buffer;
  const places = Array.from({ length: rows }, (_, row) => row);
  return {
    columns: cols,
    rows: places.map((row) => readRow(active.getLine(active.baseY + row), cols)),
    cursor: { row: active.cursorY, column: active.cursorX },
  };
}

type BufferLine = ReturnType<Terminal["buffer"]["active"]["getLine"]>;

function readRow(line: BufferLine, columns: number): Cell[] {
  const cells = Array.from({ length: columns }, (_, column) => line?.getCell(column));
  return cells.flatMap((cell) => {
    if (!cell) return [{ text: " ", width: 1 }];
    // behind a wide character there is a cell without width
    return cell.getWidth() === 0 ? [] : [readCell(cell)];
  });
}

function readCell(cell: IBufferCell): Cell {
  refuseOtherLooks(cell);
  return {
    text: cell.getChars() || " ",
    width: cell.getWidth(),
    ...(cell.isFgPalette() && { color: cell.getFgColor() }),
    ...(cell.isBold() && { bold: true }),
    ...(cell.isUnderline() && { underline: true }),
  };
}

function refuseOtherLooks(cell: IBufferCell): void {
  const isOther =
    cell.isFgRGB() ||
    (cell.isFgPalette() && cell.getFgColor() > 15) ||
    !cell.isBgDefault() ||
    cell.isInverse() ||
    cell.isDim() ||
    cell.isItalic() ||
    cell.isInvisible() ||
    cell.isStrikethrough() ||
    cell.isOverline();
  if (!isOther) return;
  throw new Error(
    `A picture has 16 colours, bold and underlined text. "${cell.getChars()}" looks different: teach shared/course/picture/read-window.ts its look.`,
  );
}
