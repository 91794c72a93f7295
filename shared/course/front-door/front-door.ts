import { chooseLook } from "../../trace/look.ts";
import { openFullScreen } from "../full-screen/full-screen.ts";
import { openWorkspace } from "../practice.ts";
import type { StartFlags } from "../start.ts";
import { type Choice, choiceFor } from "./choices.ts";
import { drawLadder, type LadderView, topFor } from "./draw-ladder.ts";
import { readLadder } from "./ladder.ts";
import { waitForKey } from "./wait-for-key.ts";

/** The ladder with progress, and a key for each way to use a chapter. Until q or Ctrl+C. */
export async function openFrontDoor(flags: StartFlags): Promise<void> {
  // a folder that cannot be used is told before the window is taken
  const workspace = await openWorkspace(flags);
  const given = { ...flags, workspace: flags.workspace === undefined ? undefined : workspace };
  const { rungs, last, said = "" } = readLadder();
  let view: LadderView = { rungs, chosen: last, top: 0, said };
  for (;;) {
    const picked = await pick(view, given);
    if (!picked) return;
    const { choice, at } = picked;
    const failure = await carryOut(choice);
    const ladder = readLadder();
    view = { ...at, rungs: ladder.rungs, said: failure ?? ladder.said ?? "" };
  }
}

/** Moves along the ladder until there is something to do. Undefined when the reader leaves. */
async function pick(
  start: LadderView,
  flags: StartFlags,
): Promise<{ choice: Choice; at: LadderView } | undefined> {
  const screen = openFullScreen();
  try {
    for (let view = start; ; ) {
      const { colors } = chooseLook(process.stdout, process.env);
      view = { ...view, top: topFor(view, screen.size()) };
      screen.show(drawLadder(view, screen.size(), colors));
      const key = await screen.key();
      if (["q", "escape", "ctrl+c", "ctrl+d", "closed"].includes(key)) return undefined;
      const rung = view.rungs[view.chosen];
      const choice = rung && choiceFor(key, rung, flags);
      if (typeof choice === "string") view = { ...view, said: choice };
      else if (choice) return { choice, at: { ...view, said: "" } };
      else if (key !== "resized") view = move(view, key);
    }
  } finally {
    screen.close();
  }
}

function move(view: LadderView, key: string): LadderView {
  const count = view.rungs.length;
  const steps: Record<string, number> = {
    ...{ up: -1, k: -1, down: 1, j: 1 },
    ...{ pageup: -5, pagedown: 5, home: -count, g: -count, end: count, G: count },
  };
  const chosen = Math.min(count - 1, Math.max(0, view.chosen + (steps[key] ?? 0)));
  return { ...view, chosen, said: "" };
}

/** In the terminal as it was. A line when it could not be done. */
async function carryOut({ command, run }: Choice): Promise<string | undefined> {
  const { colors } = chooseLook(process.stdout, process.env);
  // what an earlier program has left on this line, or above, is not this one's
  console.log(colors.dim(`\n$ npx one-turn ${command.join(" ")}`));
  try {
    const isDone = await run();
    if (!isDone) await waitForKey(colors.dim("\nAny key: back to the ladder "));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
