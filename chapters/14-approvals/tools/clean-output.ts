import { stripVTControlCharacters } from "node:util";

const MAX_HELD = 64 * 1024;

/**
 * Passes on what a terminal would show in the end: no escape codes, one state per progress bar.
 * Text comes out in whole lines; a longer line than 64 KiB comes out in pieces.
 */
export function cleanOutput(pass: (text: string) => void): {
  write(text: string): void;
  end(): void;
} {
  let held = "";
  const passHeld = (length: number) => {
    pass(clean(held.slice(0, length)));
    held = held.slice(length);
  };
  return {
    write(text) {
      held += text;
      passHeld(held.lastIndexOf("\n") + 1);
      if (held.length > MAX_HELD) held = lastState(held);
      if (held.length > MAX_HELD) passHeld(held.length);
    },
    end() {
      passHeld(held.length);
    },
  };
}

function clean(text: string): string {
  const plain = stripVTControlCharacters(text);
  const lines = plain.includes("\r") ? plain.split("\n").map(lastState).join("\n") : plain;
  return lines.replace(/[^\P{Cc}\t\n]/gu, "");
}

/** A lone carriage return goes back to the start of the line, and the next text takes its place. */
function lastState(line: string): string {
  const text = line.replace(/\r+$/, "");
  return text.slice(text.lastIndexOf("\r") + 1) + line.slice(text.length);
}
