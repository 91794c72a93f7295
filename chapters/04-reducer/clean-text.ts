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

// joiners hold emoji together, and variation selectors choose between two forms of one: both are seen
const INVISIBLE = /(?![\u200d\p{VS}])[\p{DI}\ufff9-\ufffb]/gu;

/**
 * Text from a model, a tool or a file, fit for a terminal: letters, spaces and newlines. Nothing in it moves
 * the cursor, turns the direction of writing, or is there without being seen.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, "\n")
    .replace(SEQUENCE, "")
    .replace(/\t/g, "    ")
    .replace(/[^\P{Cc}\n]/gu, "")
    .replace(INVISIBLE, "");
}
