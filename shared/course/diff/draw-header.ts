import { eventName } from "../../trace/event-family.ts";
import type { Look } from "../../trace/look.ts";
import type { ChapterDiff } from "./chapter-diff.ts";
import { drawLines } from "./draw-lines.ts";
import { hang, titleRow } from "./draw-text.ts";
import { twoDigits } from "./plain-text.ts";
import { countFiles } from "./tell-diff.ts";

/** Between which chapters, what lies between them, and how much of it. */
export function drawHeader(diff: ChapterDiff, look: Look): string[] {
  const { colors } = look;
  const backwards = diff.direction === "backwards";
  const events = diff.layers.flatMap(({ newEvents }) => newEvents);
  const names = events.map((type) => eventName(type, colors));
  return [
    colors.bold(`${diff.from.folder} → ${diff.to.folder}`),
    "",
    ...diff.layers.flatMap(({ number, name, layer }) => {
      return hang(`${backwards ? "without " : ""}${twoDigits(number)} ${name}: `, layer, look);
    }),
    "",
    ...fact(backwards ? "events gone" : "new events", names.join("   ") || "none", look),
    ...fact("files", countFiles(diff), look),
    ...fact("lines", `${colors.green(`+${diff.added}`)} ${colors.red(`-${diff.removed}`)}`, look),
  ];
}

/** What the layers put into shared/events.ts, or take with them. */
export function drawEvents({ events, direction }: ChapterDiff, look: Look): string[] {
  const backwards = direction === "backwards";
  const kind = backwards ? "removed" : "added";
  return events.flatMap(({ chapter, lines }) => [
    "",
    titleRow(
      "shared/events.ts",
      `${backwards ? "gone with" : "new in"} ${twoDigits(chapter)}`,
      look,
    ),
    "",
    ...drawLines(
      lines.map((text) => ({ kind, text })),
      look,
    ),
  ]);
}

function fact(name: string, text: string, look: Look): string[] {
  return hang(`${name.padEnd(11)}  `, text, look);
}
