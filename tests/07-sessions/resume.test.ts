import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, notes, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { deep } from "../support/deep.ts";
import {
  faultsOf,
  inPlace,
  isEnding,
  type Place,
  readLog,
  runTurns,
  unpairedCalls,
} from "./kept.ts";

const run = (id: string) => call(id, "run_command", '{"command":"echo ran | tee -a ran.txt"}');

const commands: Scenario = {
  name: "commands",
  shows: "",
  from: 7,
  user: "Run it.",
  files: { ...notes, "ran.txt": "" },
  responses: [
    answer({ type: "reasoning", text: "Once." }, say("I run it."), run("call_1")),
    answer(say("Now the notes."), readNotes("call_2")),
    answer(say("Done.")),
  ],
};

const others = [
  "texts-between-calls",
  "cut-off-call",
  ...[
    "read-file",
    "reasoning",
    "two-calls",
    "chain",
    "text-beside-call",
    "too-many-tool-turns",
    "unknown-tool",
    "bad-json",
  ],
  ...["greeting", "model-error", "stream-ends-early", "odd-tool-name"],
];
const scenarios = [commands, ...(deep ? others : []).map(findScenario)];

describe("a session whose program died", () => {
  it.each(scenarios)("goes on, whatever the last record is: $name", async (scenario) => {
    await inPlace(scenario, async (place) => {
      const whole = await recordTwoTurns(place);
      const first = whole.findIndex(endsTurn);
      const ending = JSON.parse(whole[first] ?? "").type;
      // to run a command each time would take long
      if (scenario === commands) place.rehearsal.play(findScenario("read-file"));
      for (let kept = deep ? 1 : first + 1; kept <= whole.length; kept++) {
        const prefix = whole.slice(0, kept);
        const path = join(place.folder, `${kept}.jsonl`);
        await writeFile(path, prefix.join(""));
        const ran = await howOftenRan(place);
        await runTurns(place, path, []);
        const resumed = await readFile(path, "utf8");
        await runTurns(place, path, []);
        expect(await readFile(path, "utf8")).toBe(resumed);
        expect(await howOftenRan(place)).toBe(ran);

        const { inputs } = await runTurns(place, path, ["go on", "and on"]);
        expect((await readFile(path, "utf8")).startsWith(prefix.join(""))).toBe(true);
        const events = await readLog(path);
        expect(faultsOf(events)).toEqual([]);
        const finished = prefix.filter(endsTurn).map(() => ending);
        const begun = prefix.filter((each) => each.includes('"type":"turn.started"'));
        const died = begun.slice(finished.length).map(() => "turn.failed");
        const endings = [...finished, ...died, ending, ending];
        expect(events.filter(isEnding).map(({ type }) => type)).toEqual(endings);
        expect(inputs.flatMap(unpairedCalls)).toEqual([]);
      }
    });
  });
});

/** The lines of the log, with their newlines. */
async function recordTwoTurns(place: Place): Promise<string[]> {
  const path = join(place.folder, "whole.jsonl");
  await runTurns(place, path, [place.scenario.user, "again"]);
  return (await readFile(path, "utf8")).split(/(?<=\n)/);
}

function endsTurn(text: string): boolean {
  return isEnding(JSON.parse(text));
}

async function howOftenRan({ workspaceRoot }: Place): Promise<number> {
  const text = await readFile(join(workspaceRoot, "ran.txt"), "utf8").catch(() => "");
  return text.split("\n").length;
}
