// what a font draws as nothing, whatever its category
const BLANKS = "\\u2800\\u{1D159}\\u{13441}\\u{13442}";

const UNSEEN = new RegExp(
  [
    `[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}\\p{Cs}\\p{Default_Ignorable_Code_Point}${BLANKS}]`,
    "(?! )\\p{Zs}",
    // an accent stands on a letter or a digit; that of another script does not, on one of ours
    "(?<![\\p{L}\\p{M}\\p{N}])\\p{M}+|(?<=[\\0-\\x7f]\\p{M}*)(?!\\p{Script=Inherited})\\p{M}+",
    // what a terminal may draw wider than it is counted would push the rest out of sight
    "[\\p{M}\\p{Emoji_Modifier}\\u0E33\\u0EB3]{3,}",
    // what is in the text, and looks like one of our own marks
    "<(?=[Uu]\\+)|[\u00b7\u2192]",
  ].join("|"),
  "gu",
);

/**
 * What can't be seen becomes a mark: its code, an arrow for a tab, a dot for a space at the end of the line. A text that
 * holds such a mark itself has the code of its first character there, so each mark that is shown is one.
 */
export function visible(line: string): string {
  return (
    line
      .replace(UNSEEN, (characters) => [...characters].map(code).join(""))
      // from the first of them: from each, it takes minutes
      .replace(/(?<! ) +$/, (spaces) => "\u00b7".repeat(spaces.length))
  );
}

function code(character: string): string {
  if (character === "\t") return "\u2192   ";
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `<U+${hex}>`;
}
