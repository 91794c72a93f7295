import { chapters } from "../chapters.ts";
import { countChanges } from "./compare-lines.ts";
import { readChapter } from "./read-chapter.ts";
import { splitLines } from "./split-lines.ts";

export { type Alarm, alarms, type Excess, unexplained } from "./ladder-alarms.ts";

export type LadderChapter = {
  folder: string;
  /** Why a budget is exceeded here, from the manifest. */
  excess?: string;
  /** Path below the folder to text. */
  files: ReadonlyMap<string, string>;
};

/** The sizes of the ladder, in lines of code: without blank lines and comment lines. */
export type LadderStats = {
  first?: { folder: string; files: number; lines: number; excess?: string };
  steps: LadderStep[];
  /** Each file once for every text it has had, where it has it first. */
  files: LadderFile[];
};

export type LadderStep = {
  folder: string;
  added: number;
  removed: number;
  /** Lines added outside of tools/, tui/ and chat-wire.ts, which are work in themselves. */
  counted: number;
  /** Files, by what the step did to them. */
  new: number;
  changed: number;
  gone: number;
  same: number;
  excess?: string;
};

export type LadderFile = {
  folder: string;
  path: string;
  lines: number;
  excess?: string;
};

/** Pure. The chapters in order; an excess is carried along with what it may explain. */
export function ladderStats(ladder: LadderChapter[]): LadderStats {
  const [first] = ladder;
  return {
    ...(first && { first: sizeOf(first) }),
    steps: ladder.slice(1).map((chapter, index) => stepOf(ladder[index] ?? chapter, chapter)),
    files: ladder.flatMap((chapter, index) => filesOf(chapter, ladder[index - 1])),
  };
}

/** The chapters of the manifest, as they stand below `root`. Throws one line when one cannot be read. */
export function readLadder(root: string): LadderChapter[] {
  return chapters.map(({ folder, excess }) => {
    const files = [...readChapter(root, folder)].map(([path, bytes]): [string, string] => {
      return [path, bytes.toString("utf8").replaceAll("\r\n", "\n")];
    });
    return { folder, files: new Map(files), ...reason(excess) };
  });
}

function sizeOf({ folder, excess, files }: LadderChapter): LadderStats["first"] {
  const lines = [...files].reduce((sum, [path, text]) => sum + codeOf(path, text).length, 0);
  return { folder, files: files.size, lines, ...reason(excess) };
}

function stepOf(before: LadderChapter, after: LadderChapter): LadderStep {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])];
  const step = { added: 0, removed: 0, counted: 0, new: 0, changed: 0, gone: 0, same: 0 };
  for (const path of paths) {
    const [old, now] = [before.files.get(path), after.files.get(path)];
    const { added, removed } = countChanges(codeOf(path, old), codeOf(path, now));
    step.added += added;
    step.removed += removed;
    if (!/(^|\/)(tools|tui)\/|(^|\/)chat-wire\.ts$/.test(path)) step.counted += added;
    step[
      old === undefined ? "new" : now === undefined ? "gone" : old === now ? "same" : "changed"
    ]++;
  }
  return { folder: after.folder, ...step, ...reason(after.excess) };
}

function filesOf({ folder, excess, files }: LadderChapter, before?: LadderChapter): LadderFile[] {
  return [...files]
    .filter(([path, text]) => before?.files.get(path) !== text)
    .map(([path, text]) => ({
      folder,
      path,
      lines: codeOf(path, text).length,
      ...reason(excess),
    }));
}

function codeOf(path: string, text = "") {
  const lines = splitLines(text);
  if (!/\.tsx?$/.test(path)) return lines;
  return lines.filter((line) => line.text.trim() !== "" && !/^\s*(\/\/|\/\*|\*)/.test(line.text));
}

function reason(excess: string | undefined): { excess?: string } {
  return excess === undefined ? {} : { excess };
}
