import { emitKeypressEvents, type Interface, type Key } from "node:readline";
import { PassThrough } from "node:stream";
import { cleanText } from "../clean-text.ts";

/** What the user did: text that was typed or pasted, a key by its name ("left", "C-c", "M-return"), or the wheel. */
export type Pressed = { text: string } | { key: string } | { wheel: "up" | "down" };

const ESC = "\x1b";
const CTRL_C = "\x03";
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** The mouse, as the terminal tells of it: button, column, row. */
const MOUSE = new RegExp(`${ESC}\\[<(\\d+);\\d+;\\d+[Mm]`, "g");

/** What may go on in the next chunk. */
const CUT = new RegExp(`${ESC}(?:\\[[<\\d;]*)?$`);

/** After this, nothing more of a paste is under way. */
const SILENCE_MS = 500;

/** After this, a lone ESC was the Escape key. */
const ESCAPE_MS = 50;

/** A line end with text behind it. */
const LINES = new RegExp(`(?<!${ESC})[\r\n](?:\\P{Control}|\t)`, "u");

/** Node takes the keys apart. A paste is one text, whatever is in it. */
export function readKeys(input: NodeJS.ReadableStream, tell: (pressed: Pressed) => void): void {
  const keys = new PassThrough();
  let held = "";
  let isPasting = false;
  let heardAt = 0;
  let escapeTimer: NodeJS.Timeout | undefined;

  input.setEncoding("utf8").on("data", (chunk: string) => {
    clearTimeout(escapeTimer);
    // whose terminal never ends a paste must still be able to leave
    const isLate = performance.now() - heardAt > SILENCE_MS;
    const isLost = isPasting && isLate && chunk === CTRL_C;
    heardAt = performance.now();
    held = read(held + (isLost ? PASTE_END : chunk));
    if (isPasting || held !== ESC) return;
    escapeTimer = setTimeout(() => {
      keys.emit("data", held);
      held = "";
    }, ESCAPE_MS);
  });

  /** Returns what has to wait for the next chunk. */
  function read(text: string): string {
    if (isPasting) {
      const end = endOfPaste(text);
      if (end < 0) return text;
      isPasting = false;
      tell({ text: cleanPaste(text.slice(0, end)) });
      return read(text.slice(end + PASTE_END.length));
    }
    const start = text.indexOf(PASTE_START);
    if (start < 0) {
      const cut = CUT.exec(text)?.[0] ?? "";
      readTyped(text.slice(0, text.length - cut.length));
      return cut;
    }
    readTyped(text.slice(0, start));
    isPasting = true;
    return read(text.slice(start + PASTE_START.length));
  }

  function readTyped(text: string): void {
    const typed = text.replace(MOUSE, (_, button: string) => {
      if (button === "64") tell({ wheel: "up" });
      if (button === "65") tell({ wheel: "down" });
      return "";
    });
    if (isUnmarkedPaste(typed)) tell({ text: cleanPaste(typed) });
    else if (typed) keys.emit("data", typed);
  }

  // the wait behind an ESC is over when it comes here
  emitKeypressEvents(keys, { escapeCodeTimeout: 0 } as unknown as Interface);
  keys.on("keypress", (_, key: Key) => {
    tell(isText(key) ? { text: key.sequence ?? "" } : { key: nameOf(key) });
  });
}

/** Not every terminal marks a paste. What was typed ahead also comes in one chunk, but it ends with Enter. */
function isUnmarkedPaste(text: string): boolean {
  return LINES.test(text) && !/[\r\n]$/.test(text);
}

/** What was copied may hold an end, or a start, too; and one paste may follow another. */
function endOfPaste(text: string): number {
  const next = text.indexOf(PASTE_START);
  const end = next < 0 ? -1 : text.lastIndexOf(PASTE_END, next);
  return end < 0 ? text.lastIndexOf(PASTE_END) : end;
}

/** As clean as what is shown; but a tab is worth something to whoever reads the text. */
function cleanPaste(text: string): string {
  return text.split("\t").map(cleanText).join("\t");
}

function isText({ sequence = "", ctrl, meta }: Key): boolean {
  return !ctrl && !meta && /^\P{Control}+$/u.test(sequence);
}

function nameOf({ name, sequence, ctrl, meta, shift }: Key): string {
  // typed before the program had begun, while the terminal still made lines
  if (sequence === "\n") return "return";
  if (sequence === `${ESC}[13;2u`) return "S-return";
  // the Escape key is not a Meta of its own
  const isMeta = meta && name !== "escape";
  return `${ctrl ? "C-" : ""}${isMeta ? "M-" : ""}${shift ? "S-" : ""}${name}`;
}
