import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SessionEvent } from "../../events.ts";
import type { Scenario } from "../../rehearsal/scenario.ts";
import { findScenario } from "../../rehearsal/scenarios/all.ts";
import { startRehearsal } from "../../rehearsal/server.ts";
import { loadBundled } from "../../trace/load-bundled.ts";
import { runTrace } from "../../trace/run-trace.ts";
import { countingClock } from "../../trace/stamp.ts";
import type { Chapter } from "../chapters.ts";
import { alignTraces, type TraceDiff } from "./align-traces.ts";

/** Throws one line when there is no such scenario, or one of the chapters cannot play it yet. */
export async function compareTraces(
  from: Chapter,
  to: Chapter,
  name: string | undefined,
): Promise<TraceDiff> {
  const earlier = from.number < to.number ? from : to;
  const scenario = findScenario(name ?? (earlier.number === 1 ? "greeting" : "run-command"));
  if (scenario.from > earlier.number) throw new Error(tooEarly(scenario, earlier));
  const before = await traceScenario(from, scenario);
  const after = await traceScenario(to, scenario);
  return {
    from: { number: from.number, folder: from.folder },
    to: { number: to.number, folder: to.folder },
    scenario: scenario.name,
    user: scenario.user,
    rows: alignTraces(before, after),
  };
}

/** With a server and a workspace of its own, so that neither chapter sees what the other left. */
async function traceScenario(chapter: Chapter, scenario: Scenario): Promise<SessionEvent[]> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), "one-turn-"));
  const rehearsal = await startRehearsal({ scenario });
  try {
    for (const [path, text] of Object.entries(scenario.files ?? {})) {
      await mkdir(dirname(join(workspaceRoot, path)), { recursive: true });
      await writeFile(join(workspaceRoot, path), text);
    }
    return await runTrace({
      chapter: { number: chapter.number, path: `chapters/${chapter.folder}` },
      prompts: [scenario.user],
      workspaceRoot,
      model: { baseURL: rehearsal.url, apiKey: "offline", name: "rehearsal-1" },
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns,
      idleMs: scenario.idleMs,
      load: loadBundled,
      clock: countingClock(),
    });
  } finally {
    await rehearsal.close();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

function tooEarly({ name, from }: Scenario, { folder }: Chapter): string {
  const first = String(from).padStart(2, "0");
  return `Scenario "${name}" needs chapter ${first} or a later one, not ${folder}.`;
}
