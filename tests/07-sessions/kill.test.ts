import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { answer, call, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { sized } from "../support/deep.ts";
import { faultsOf, inPlace, isEnding, readLog, unpairedCalls } from "./kept.ts";
import { runProgram, startProgram } from "./program.ts";

describe("a program that is killed", () => {
  const seed = Number(process.env.ONE_TURN_SEED || Date.now() % 1_000_000);
  const kills = sized(5, 200);

  const busy: Scenario = {
    name: "busy",
    shows: "",
    from: 7,
    user: "go",
    files: { "notes.txt": "buy milk" },
    responses: [
      { ...answer(say("I look."), readNotes("call_1"), readNotes("call_2")), paceMs: 3 },
      { ...answer({ type: "reasoning", text: "And?" }, say("I run."), sleep("call_3")), paceMs: 3 },
      { ...answer(say("It is all done by now.")), paceMs: 3 },
    ],
  };

  it(`${kills} times loses no more than its turn (ONE_TURN_SEED=${seed})`, {
    timeout: 600_000,
  }, async () => {
    const random = randomFrom(seed);
    await inPlace(busy, async (place) => {
      const path = join(place.folder, "s.jsonl");
      for (let count = 1; count <= kills; count++) {
        const before = place.rehearsal.requests.length;
        const input = `${count} first\n${count} second\n`;
        const child = startProgram(place, ["--session", path, "--allow-commands"], input);
        const ended = once(child, "exit");
        // most of the time before the first request is Node's own
        const isAsked = random() > 0.1;
        while (isAsked && place.rehearsal.requests.length === before) await setTimeout(5);
        await setTimeout(random() * 400);
        child.kill("SIGKILL");
        await ended;
      }
      const last = await runProgram(place, ["--session", path, "--allow-commands"], {
        input: "first\nsecond\n",
      });
      expect(last).toMatchObject({ code: 0, stderr: "" });

      const events = (await readLog(path)).filter(({ type }) => type !== "session.resumed");
      expect(faultsOf(events)).toEqual([]);
      const inputs = place.rehearsal.requests.map((body) => Object(body).input);
      expect(inputs.flatMap(unpairedCalls)).toEqual([]);
      const failed = events.flatMap((event) => (event.type === "turn.failed" ? [event.error] : []));
      expect(new Set(failed)).toEqual(new Set(["The program ended in the middle of this turn."]));
      expect(failed.length).toBeLessThanOrEqual(kills);
      expect(
        events
          .filter(isEnding)
          .slice(-2)
          .map(({ type }) => type),
      ).toEqual([...["turn.completed", "turn.completed"]]);
    });
  });
});

function sleep(id: string) {
  return call(id, "run_command", '{"command":"echo begun; sleep 0.1; echo done"}');
}

/** Mulberry32: the same numbers for the same seed, from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
