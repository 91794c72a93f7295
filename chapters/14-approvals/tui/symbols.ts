const { LC_ALL, LC_CTYPE, LANG } = process.env;
const isUnicode = process.platform === "win32" || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "");

/** Our own signs, each one column wide. Where the locale is not UTF-8 they are ASCII. */
export const symbols = isUnicode
  ? { rule: "─", bar: "│", running: "▸", finished: "✓", failed: "✗", dot: "·" }
  : { rule: "-", bar: "|", running: ">", finished: "+", failed: "x", dot: "-" };

const asciiTable = {
  top: "-",
  "top-mid": "+",
  "top-left": "+",
  "top-right": "+",
  mid: "-",
  "mid-mid": "+",
  "left-mid": "+",
  "right-mid": "+",
  bottom: "-",
  "bottom-mid": "+",
  "bottom-left": "+",
  "bottom-right": "+",
  left: "|",
  middle: "|",
  right: "|",
};

/** The lines of a table, by the names of cli-table3, which has its own where they can be shown. */
export const tableLines: Record<string, string> = isUnicode ? {} : asciiTable;
