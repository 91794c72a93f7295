const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** As a person counts them: a flag, a family or a letter with its accents is one. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
