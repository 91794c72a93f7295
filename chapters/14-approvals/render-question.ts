import type { QuestionItem } from "./state/tui-state.ts";

/** All of it, for it is what will be done: nothing is folded, and what can't be seen is shown by its code. */
export function renderQuestion({ name, subject, preview }: QuestionItem): string[] {
  const lines = preview.split("\n");
  return [
    `ask> May ${visible(name)} do this? ${visible(subject)}`,
    ...lines.map((line) => `     ${visible(line)}`),
    "     s is for exactly this command or path, until this session is left",
    // in a low window the rest is above
    `(${lines.length} lines)`,
    "y: once   s: session   n REASON: no",
  ];
}

/** Controls, formats, what has no width, and every space that is not the common one; also spaces at the end of a line. */
function visible(line: string): string {
  return (
    line
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{DI}\u2800]|(?! )\p{Zs}/gu, code)
      // what a terminal may draw wider than it is counted would push the rest out of sight
      .replace(/[\p{M}\p{Emoji_Modifier}\u0E33\u0EB3]{3,}/gu, (marks) =>
        [...marks].map(code).join(""),
      )
      .replace(/ +$/, (spaces) => "·".repeat(spaces.length))
  );
}

function code(character: string): string {
  if (character === "\t") return "\u2192   ";
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `<U+${hex}>`;
}
