/** Counts what is in a text. A word is what stands between spaces or line ends. */
export function count(text) {
  return {
    lines: text.split("\n").length - 1,
    words: text.split(/[ \n]/).length - 1,
    characters: [...text].length,
  };
}
