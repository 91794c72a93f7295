import type { DiffLine } from "./chapter-diff.ts";

/**
 * The index of the first line of the function, class or type around a line; undefined at the top level.
 * The formatter's indentation is relied on; a line that went is no line of the file any more.
 */
export function findEnclosing(lines: DiffLine[], index: number): number | undefined {
  let depth = depthAround(lines, index);
  for (let above = index - 1; above >= 0 && depth > 0; above--) {
    const line = lines[above];
    if (!line || line.kind === "removed" || !opens(line.text)) continue;
    const indent = indentOf(line.text);
    if (indent >= depth || closes(line.text)) continue;
    if (declares(line.text)) return above;
    depth = indent;
  }
  return undefined;
}

/** A blank line is as deep as what follows; a closing line belongs to what it closes. */
function depthAround(lines: DiffLine[], index: number): number {
  const text = lines.slice(index).find(({ text }) => text.trim() !== "")?.text ?? "";
  return indentOf(text) + (closes(text) ? 1 : 0);
}

function opens(text: string): boolean {
  return /([{([]|=>|=)$/.test(text.trimEnd());
}

/** As in "} else {" or "): Promise<void> {": what it belongs to begins further up, just as deep. */
function closes(text: string): boolean {
  return /^[)\]}]/.test(text.trimStart());
}

const declaration =
  /^((export|default|declare|abstract|private|protected|static|get|set) )*(async |function\b|class |type |interface |const |let )/;
const method =
  /^((private|protected|static|get|set) )*(?!(if|for|while|switch|catch)\b)#?[\w$]+(<.*>)?\(.*\)(: .*)? \{$/;

function declares(text: string): boolean {
  return declaration.test(text.trim()) || method.test(text.trim());
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
