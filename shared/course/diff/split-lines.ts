/** A line of a file. Two lines are the same when both fields are. */
export type Line = {
  /** Without its line end, whether LF or CRLF. */
  text: string;
  /** False for a last line that nothing ends. */
  ended: boolean;
};

/** An empty text has no lines. */
export function splitLines(text: string): Line[] {
  const texts = text.split("\n");
  const rest = texts.pop();
  const lines = texts.map((line) => ({ text: line.replace(/\r$/, ""), ended: true }));
  return rest ? [...lines, { text: rest, ended: false }] : lines;
}
