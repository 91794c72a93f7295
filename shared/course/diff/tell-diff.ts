import type { TraceRow } from "./align-traces.ts";
import type { ChapterDiff, FileDiff } from "./chapter-diff.ts";
import { countOf } from "./plain-text.ts";

const words = { added: "new", changed: "changed", removed: "gone" };

export function statusWord({ status }: FileDiff): string {
  return words[status];
}

/** A new file that is handed out is shown in short from this many lines on. */
const LONG = 40;

/** Only when it is long, new or gone, and nobody has to build it. */
export function isShownShort({ role, status, hunks }: FileDiff): boolean {
  return role === "given" && status !== "changed" && (hunks[0]?.lines.length ?? 0) > LONG;
}

/** "2 new, 1 changed, 4 unchanged" */
export function countFiles({ files, unchanged }: ChapterDiff): string {
  const count = (status: string) => files.filter((file) => file.status === status).length;
  const counts: [number, string][] = [
    [count("added"), "new"],
    [count("changed"), "changed"],
    [count("removed"), "gone"],
    [unchanged.length, "unchanged"],
  ];
  return counts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(", ");
}

/** What differs between two traces, in a few sentences; one when nothing does. */
export function tellTraces(rows: TraceRow[], from: string, to: string): string[] {
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
  const parts = [
    ...(count("removed") ? [`- ${countOf(count("removed"), "event")} only in ${from}`] : []),
    ...(count("added") ? [`+ ${countOf(count("added"), "event")} only in ${to}`] : []),
    ...(count("differs") ? [`~ ${countOf(count("differs"), "event")} with another payload`] : []),
  ];
  return parts.length > 0 ? parts : [`The same ${countOf(rows.length, "event")} in both.`];
}
