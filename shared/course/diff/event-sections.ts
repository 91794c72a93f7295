import type { EventSection } from "./chapter-diff.ts";

/** The parts of shared/events.ts under their "// 03 events: …" comments. One without code is left out. */
export function eventSections(source: string): EventSection[] {
  const sections: EventSection[] = [];
  for (const line of source.split(/\r?\n/)) {
    const heading = /^\/\/ (\d\d) \S/.exec(line);
    if (heading) sections.push({ chapter: Number(heading[1]), lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections
    .map(({ chapter, lines }) => ({ chapter, lines: withoutBlankEnd(lines) }))
    .filter(({ lines }) => lines.slice(1).some((line) => !/^\s*($|\/\/|\/?\*)/.test(line)));
}

function withoutBlankEnd(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}
