import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Chapter } from "../../../shared/course/chapters.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import { startRehearsal } from "../../../shared/rehearsal/server.ts";
import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { runTrace } from "../../../shared/trace/run-trace.ts";
import { type Clock, countingClock } from "../../../shared/trace/stamp.ts";
import type { WireEntry } from "../../../shared/trace/wire.ts";
import type { Play } from "./plays.ts";
import { stable } from "./stable.ts";

export type Played = {
  steps: { event: SessionEvent; wire: number; stack: string }[];
  wire: WireEntry[];
};

const MOST_TRIES = 5;

/** Again where a machine was too busy to tell one piece of output from the next. Throws when it always is. */
export async function playTurns(chapter: Chapter, play: Play): Promise<Played> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const played = await playOnce(chapter, play);
    if (hasItsPieces(chapter, play, played)) return played;
  }
  throw new Error(
    `${play.name}: what the command prints came in other pieces, ${MOST_TRIES} times.`,
  );
}

/** Chapters 01 and 02 tell nothing of a command that runs. */
function hasItsPieces({ number }: Chapter, { progress }: Play, { steps }: Played): boolean {
  if (!progress || number < 3) return true;
  const pieces = steps.flatMap(({ event }) => (event.type === "tool.progress" ? [event.text] : []));
  return isDeepStrictEqual(pieces, progress);
}

/** The real client against a real server, real files in a folder of its own. */
async function playOnce({ number, folder }: Chapter, play: Play): Promise<Played> {
  const { scenario } = play;
  const workspaceRoot = await writeWorkspace(scenario.files ?? {});
  const rehearsal = await startRehearsal({ scenario });
  const wire: WireEntry[] = [];
  const { clock, momentOf } = watchedClock(() => wire.length);
  try {
    const events = await runTrace({
      chapter: { number, path: `chapters/${folder}` },
      prompts: play.prompts,
      workspaceRoot,
      model: { baseURL: rehearsal.url, apiKey: "any", name: "rehearsal-1" },
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns,
      idleMs: scenario.idleMs,
      ...play.options,
      load: loadBundled,
      clock,
      onWire: (entry) => wire.push(entry),
    });
    const roots = [workspaceRoot, await realpath(workspaceRoot)];
    return {
      steps: events.map((event) => ({ event: stable(event, roots), ...momentOf(event) })),
      wire: stable(wire, roots),
    };
  } finally {
    await rehearsal.close();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

type Moment = { wire: number; stack: string };

/** No two readings are the same, so the time of an event leads to the moment in which it was published. */
function watchedClock(wireLength: () => number): {
  clock: Clock;
  momentOf(event: SessionEvent): Moment;
} {
  const counting = countingClock();
  const readings = new Map<string, { wire: number; taken: Error }>();
  return {
    clock: {
      ...counting,
      now() {
        const now = counting.now();
        readings.set(now.toISOString(), { wire: wireLength(), taken: new Error() });
        return now;
      },
    },
    momentOf({ at, type }) {
      const reading = readings.get(at);
      if (!reading) throw new Error(`Nobody read the clock for ${type} at ${at}.`);
      return { wire: reading.wire, stack: reading.taken.stack ?? "" };
    },
  };
}

async function writeWorkspace(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "one-turn-recording-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
