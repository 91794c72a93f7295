import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { inPlace, type Place, readLog, unpairedCalls } from "../07-sessions/kept.ts";
import { told } from "../support/turn-traces.ts";
import {
  CANCELLED,
  cancelAt,
  faults,
  NOT_RUN,
  script,
  useSession,
  wholeTurn,
} from "./cancelled.ts";

const half = '{"command":"echo half; sleep 30"}';
const stopped = "The command was stopped: the user cancelled the turn. It had printed:\nhalf";

/** Text, a command that is stopped, more text, and a call that is not run. */
const busy: Scenario = {
  ...script(
    answer(say("I run it."), call("c1", "run_command", half), say("Then I read."), readNotes("c2")),
    answer(say("Never said.")),
  ),
  files: { "notes.txt": "buy milk" },
};

const cancelled = [
  ...["turn.started", "user.message go"],
  "model.responded message function_call message function_call",
  "assistant.message I run it.",
  `tool.started c1 run_command ${half}`,
  "tool.progress c1 run_command stdout half\n",
  `tool.failed c1 run_command ${stopped}`,
  "assistant.message Then I read.",
  'tool.started c2 read_workspace_file {"path":"notes.txt","start_line":1}',
  `tool.failed c2 read_workspace_file ${NOT_RUN}`,
  CANCELLED,
];

describe("a session with a cancelled turn", () => {
  it("is kept, and goes on with what the model has heard", async () => {
    await inPlace(busy, async (place) => {
      const path = await recordCancelled(place);
      const events = await readLog(path);
      expect(events.slice(1).map(told)).toEqual(cancelled);
      const { lines, asked } = await goOn(place, path);
      expect(lines).toEqual(wholeTurn("greeting", "again"));
      expect(asked).toEqual([
        "user go",
        "assistant I run it.",
        `call c1 run_command ${half}`,
        "assistant Then I read.",
        'call c2 read_workspace_file {"path":"notes.txt","start_line":1}',
        `output c1 ${stopped}`,
        `output c2 ${NOT_RUN}`,
        "user again",
      ]);
      const all = await readLog(path);
      expect(faults(all)).toEqual([]);
      expect(all.filter(isEnding)).toEqual(["turn.cancelled", "turn.completed"].map(ofType));
    });
  });

  it("goes on also where its log ends behind any of its events", async () => {
    await inPlace(busy, async (place) => {
      const whole = (await readFile(await recordCancelled(place), "utf8")).split(/(?<=\n)/);
      for (let kept = 1; kept < whole.length; kept++) {
        const path = join(place.folder, `${kept}.jsonl`);
        await writeFile(path, whole.slice(0, kept).join(""));
        const { lines } = await goOn(place, path);
        expect(lines).toEqual(wholeTurn("greeting", "again"));
        const all = await readLog(path);
        expect(faults(all)).toEqual([]);
        // nothing but the session itself is in the first of these logs
        const died = kept > 1 ? ["turn.failed"] : [];
        expect(all.filter(isEnding)).toEqual([...died, "turn.completed"].map(ofType));
        expect(unpairedCalls(Object(place.rehearsal.requests.at(-1)).input)).toEqual([]);
      }
    });
  });
});

/** The path of a log with one turn, which was cancelled when its command had printed. */
async function recordCancelled(place: Place): Promise<string> {
  const path = join(place.folder, "cancelled.jsonl");
  const use = async ({ session, run }: Parameters<Parameters<typeof useSession>[1]>[0]) => {
    cancelAt(session, ({ type }) => type === "tool.progress");
    await run("go");
  };
  await useSession(place, use, { path });
  return path;
}

/** One more turn of the session in this log, and what the model heard in it. */
async function goOn(
  place: Place,
  path: string,
): Promise<{ lines: string[]; asked: string[] | undefined }> {
  place.rehearsal.play(findScenario("greeting"));
  return useSession(
    place,
    async ({ run, asked }) => ({ lines: await run("again"), asked: asked().at(-1) }),
    { path },
  );
}

function isEnding({ type }: SessionEvent): boolean {
  return /^turn\.(?:completed|failed|cancelled)$/.test(type);
}

function ofType(type: string): unknown {
  return expect.objectContaining({ type });
}
