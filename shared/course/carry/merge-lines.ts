import { diff3MergeRegions, type IRegion } from "node-diff3";
import { joinImports, type Part, splitIntoParts } from "./import-statements.ts";

export type Sides<Value> = {
  /** What the chapter before was. */
  before: Value;
  /** What the chapter before is now. */
  after: Value;
  /** What the later chapter has. */
  ours: Value;
};

export type LineConflict = {
  /** Where it stands in `ours`, from 1. */
  line: number;
  after: string[];
  ours: string[];
};

export type MergedLines = {
  /** Without the places in conflict. */
  lines: string[];
  conflicts: LineConflict[];
  hasJoinedImports: boolean;
};

/** Replays the change from `before` to `after` in `ours`. Imports that stand side by side are joined. */
export function mergeLines({ before, after, ours }: Sides<string[]>): MergedLines {
  const parts = {
    before: splitIntoParts(before),
    after: splitIntoParts(after),
    ours: splitIntoParts(ours),
  };
  const regions = diff3MergeRegions(
    parts.after.map(asText),
    parts.before.map(asText),
    parts.ours.map(asText),
  );
  const merged: MergedLines = { lines: [], conflicts: [], hasJoinedImports: false };
  for (const region of regions) addRegion(merged, region, parts);
  return merged;
}

function addRegion(merged: MergedLines, region: IRegion<string>, parts: Sides<Part[]>): void {
  if (region.stable) {
    merged.lines.push(...asLines(region.bufferContent));
    return;
  }
  const { aContent: after, bContent: ours } = region;
  if (after.length === ours.length && after.every((text, place) => text === ours[place])) {
    merged.lines.push(...asLines(ours));
    return;
  }
  const imports = joinImports({
    before: parts.before.slice(region.oStart, region.oStart + region.oLength),
    after: parts.after.slice(region.aStart, region.aStart + region.aLength),
    ours: parts.ours.slice(region.bStart, region.bStart + region.bLength),
  });
  if (imports) {
    merged.lines.push(...asLines(imports.map(asText)));
    merged.hasJoinedImports = true;
    return;
  }
  const linesAbove = asLines(parts.ours.slice(0, region.bStart).map(asText)).length;
  merged.conflicts.push(trim(linesAbove + 1, asLines(after), asLines(ours)));
}

/** Lines on which both sides agree need not be shown. */
function trim(line: number, after: string[], ours: string[]): LineConflict {
  const most = Math.min(after.length, ours.length);
  let head = 0;
  while (head < most && after[head] === ours[head]) head++;
  let tail = 0;
  while (tail < most - head && after.at(-1 - tail) === ours.at(-1 - tail)) tail++;
  return {
    line: line + head,
    after: after.slice(head, after.length - tail),
    ours: ours.slice(head, ours.length - tail),
  };
}

function asText({ text }: Part): string {
  return text;
}

function asLines(texts: string[]): string[] {
  return texts.flatMap((text) => text.split("\n"));
}
