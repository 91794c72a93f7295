import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { SessionEvent } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { deep } from "../support/deep.ts";
import { inPlace, type Place, runTurns } from "./kept.ts";
import { runProgram } from "./program.ts";

it.runIf(deep)("ten thousand turns are resumed in less than 400 MB", async () => {
  await inPlace(findScenario("read-file"), async (place) => {
    const path = join(place.folder, "s.jsonl");
    await writeTurns(place, path, 10_000);
    expect(statSync(path).size).toBeGreaterThan(90e6);
    const memory = join(place.folder, "memory");
    const tell = `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(memory)}, String(process.resourceUsage().maxRSS)))`;
    const preload = `data:text/javascript,import{createRequire}from"node:module";const require=createRequire(process.cwd()+"/");${tell}`;
    const { code, stderr } = await runProgram(place, ["--session", path], {
      node: ["--import", preload],
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // in KiB, and the most that there was
    expect(Number(readFileSync(memory, "utf8"))).toBeLessThan(400 * 1024);
  });
});

/** One real turn, again and again, each with an output of 10 KB. */
async function writeTurns(place: Place, path: string, count: number): Promise<void> {
  const one = join(place.folder, "one.jsonl");
  await runTurns(place, one, [place.scenario.user]);
  const lines = readFileSync(one, "utf8").split("\n").slice(0, -1);
  const [started, ...turn] = lines.map((line): SessionEvent => JSON.parse(line));
  const file = openSync(path, "w");
  writeSync(file, `${JSON.stringify(started)}\n`);
  let sequence = 1;
  for (let number = 1; number <= count; number++) {
    const events = turn.map((event) => ({
      ...event,
      ...(event.type === "tool.finished" && { output: `${number} ${"buy milk\n".repeat(1000)}` }),
      turnId: `turn_${number}`,
      sequence: ++sequence,
    }));
    writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  }
  closeSync(file);
}
