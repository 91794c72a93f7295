const SEQUENCE = new RegExp(
  [
    // a string for the terminal (title, clipboard, link), to its end or to the end of the line
    "(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\n\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)?",
    // a command with parameters, whole or cut
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?",
    // a short command
    "\\x1b[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

// joiners hold emoji together, and these selectors choose between two forms of one: both are seen
const INVISIBLE = /(?![\u200d\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/**
 * Text from a model, a tool or a file, fit for a terminal: printable text, spaces and newlines. Nothing in it
 * moves the cursor, turns the direction of writing, or is there without being seen.
 * tools/clean-output.ts makes a command's output readable for the model; this makes any text safe to show.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, "\n")
    .replace(SEQUENCE, "")
    .replace(/\t/g, "    ")
    .replace(/(?!\n)\p{Control}/gu, "")
    .replace(INVISIBLE, "");
}

/** Each text is cleaned by itself: what one begins, the next can't end. A last newline begins no line. */
export function cleanLines(...texts: string[]): string[] {
  return texts.map(cleanText).join(" ").replace(/\n$/, "").split("\n");
}
