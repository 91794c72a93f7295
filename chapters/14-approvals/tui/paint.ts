import { createColors } from "picocolors";

const colors = createColors(!process.env.NO_COLOR);

/** Colours and weights as SGR, each line by itself; nothing at all where NO_COLOR is set (no-color.org). */
export const paint = {
  bold: byLine(colors.bold),
  underline: byLine(colors.underline),
  red: byLine(colors.red),
  green: byLine(colors.green),
  yellow: byLine(colors.yellow),
  blue: byLine(colors.blue),
  magenta: byLine(colors.magenta),
  cyan: byLine(colors.cyan),
  gray: byLine(colors.gray),
};

function byLine(format: (line: string) => string): (text: string) => string {
  return (text) => text.replace(/.+/g, (line) => format(line));
}
