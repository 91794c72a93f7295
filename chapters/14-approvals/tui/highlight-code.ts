import { DEFAULT_THEME, highlight, supportsLanguage, type Theme } from "cli-highlight";
import { colorDiffLine } from "./diff-lines.ts";
import { paint } from "./paint.ts";

const theme: Theme = {
  // the default ones do not ask for NO_COLOR
  ...Object.fromEntries(Object.keys(DEFAULT_THEME).map((token) => [token, String])),
  keyword: paint.magenta,
  built_in: paint.cyan,
  type: paint.cyan,
  literal: paint.yellow,
  number: paint.yellow,
  string: paint.green,
  regexp: paint.green,
  comment: paint.gray,
  function: paint.blue,
  title: paint.blue,
  attr: paint.cyan,
  name: paint.blue,
};

/** More, in UTF-16 units, takes too long. */
const LONGEST = 16 * 1024;

/** In colours where the language is named and known: to guess it takes a second for ten kilobytes. */
export function highlightCode(code: string, language = ""): string {
  const [name = ""] = language.toLowerCase().split(/[\s,{]/, 1);
  if (name === "diff" || name === "patch") return code.split("\n").map(colorDiffLine).join("\n");
  if (code.length > LONGEST || !supportsLanguage(name)) return code;
  return highlight(code, { language: name, ignoreIllegals: true, theme });
}
