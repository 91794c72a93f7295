import { DEFAULT_THEME, highlight, supportsLanguage, type Theme } from "cli-highlight";
import type { Look } from "../../trace/look.ts";

/** Code in colours, row by row. As it is where there are none, or where the language is not known. */
export function highlightRows(code: string, language: string, { colors }: Look): string[] {
  if (!colors.isColorSupported || !supportsLanguage(language)) return code.split("\n");
  // a token may go over rows, and a pager forgets a colour at the end of a row
  const each = (paint: (text: string) => string) => (text: string) =>
    text
      .split("\n")
      .map((row) => (row ? paint(row) : row))
      .join("\n");
  const theme: Theme = {
    ...Object.fromEntries(Object.keys(DEFAULT_THEME).map((token) => [token, String])),
    keyword: each(colors.magenta),
    built_in: each(colors.cyan),
    type: each(colors.cyan),
    literal: each(colors.yellow),
    number: each(colors.yellow),
    string: each(colors.green),
    regexp: each(colors.green),
    comment: each(colors.gray),
    title: each(colors.blue),
    attr: each(colors.cyan),
    name: each(colors.blue),
  };
  return highlight(code, { language, ignoreIllegals: true, theme }).split("\n");
}
