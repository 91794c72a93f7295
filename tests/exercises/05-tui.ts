import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const tui: Exercise = {
  folder: "05-tui",
  steps: [
    { builds: ["tui/viewport.ts#newestLines"] },
    { builds: ["tui/viewport.ts#viewport"] },
    { builds: ["tui/scroll.ts#scroll+addedLines"] },
    { builds: ["tui/frames.ts#inFrames"] },
  ],
  start: [
    { file: "tui/viewport.ts", symbol: "newestLines", step: 1, body: "return [];" },
    { file: "tui/viewport.ts", symbol: "viewport", step: 2, body: "return [];" },
    { file: "tui/scroll.ts", symbol: "scroll", step: 3, body: "return undefined;" },
    { file: "tui/scroll.ts", symbol: "addedLines", step: 3, body: "return 0;" },
    { file: "tui/frames.ts", symbol: "inFrames", step: 4, body: "return draw;" },
  ],
  wrong: [
    {
      title: "The lines are in the order in which they are found, the newest item first.",
      file: "tui/viewport.ts",
      find: "return items.reverse().flat();",
      replace: "return items.flat();",
    },
    {
      title: "Of the item at the upper edge the first lines are kept, and not the last.",
      file: "tui/viewport.ts",
      find: "linesOf(item).slice(found - count)",
      replace: "linesOf(item).slice(0, count - found)",
    },
    {
      title: "A window that has grown above the first line shows less than it could.",
      file: "tui/viewport.ts",
      find: "Math.max(lines.length - up, Math.min(height, lines.length))",
      replace: "Math.max(lines.length - up, 0)",
    },
    {
      title: "Going on at the top counts, and has to be taken back key by key.",
      file: "tui/scroll.ts",
      find: `  // no more is laid out than the move needs: a limit only near the first line
  const highest = newestLines(transcript, from + by + height, linesOf).length - height;
  const up = Math.min(from + by, highest);
`,
      replace: `  const up = from + by;
`,
    },
    {
      title: "Back at the end the view stays where it is, and new lines do not move it.",
      file: "tui/scroll.ts",
      find: "return up > 0 ? { transcript, up, seen: gaze?.seen ?? transcript } : undefined;",
      replace: "return { transcript, up: Math.max(0, up), seen: gaze?.seen ?? transcript };",
    },
    {
      title: "What has come below in the meantime is not counted.",
      file: "tui/scroll.ts",
      find: "gaze.up + addedLines(gaze.transcript, transcript, linesOf)",
      replace: "gaze.up",
    },
    {
      title: "What a running call has printed in the meantime is not counted.",
      file: "tui/scroll.ts",
      find: "let added = count(after.open) - count(before.open);",
      replace: "let added = 0;",
    },
    {
      title: "A call that was running is counted twice when it has ended.",
      file: "tui/scroll.ts",
      find: "count(after.open) - count(before.open)",
      replace: "Math.max(0, count(after.open) - count(before.open))",
    },
    {
      title: "With each move the news count as seen.",
      file: "tui/scroll.ts",
      find: "seen: gaze?.seen ?? transcript }",
      replace: "seen: transcript }",
    },
    {
      title: "A frame that is asked for too early is forgotten, also the last one.",
      file: "tui/frames.ts",
      find: "    if (isWaiting) return;",
      replace: "    if (isWaiting || performance.now() < nextAt) return;",
    },
    {
      title: "Every event draws a frame.",
      file: "tui/frames.ts",
      find: "    if (isWaiting) return;",
      replace: "    if (isWaiting) draw();",
    },
    {
      title: "The first frame waits as long as the others.",
      file: "tui/frames.ts",
      find: "Math.max(0, nextAt - performance.now()),",
      replace: "FRAME_MS,",
    },
  ],
};
