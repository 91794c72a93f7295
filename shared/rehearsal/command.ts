import type { Command } from "commander";
import { findScenario } from "./scenarios/all.ts";
import { type Rehearsal, startRehearsal } from "./server.ts";

/** `rehearsal`: the offline model alone, until Ctrl+C. Throws one line when it cannot start. */
export function addRehearsalCommand(program: Command): void {
  program
    .command("rehearsal")
    .description("run the offline model alone, for any program that speaks the OpenAI API")
    .option("--port <number>", "where to listen on 127.0.0.1; 0 takes a free port", "4010")
    .option("--scenario <name>", "the script to play in every turn; improvised without one")
    .option("--pace <ms>", "milliseconds before each piece of a streamed answer", "0")
    .action(runAlone);
}

type Options = { port: string; scenario?: string; pace: string };

async function runAlone(options: Options): Promise<void> {
  const scenario = options.scenario === undefined ? undefined : findScenario(options.scenario);
  const rehearsal = await startRehearsal({
    port: readPort(options.port),
    scenario,
    paceMs: readPace(options.pace),
    log(line) {
      console.log(line);
      // nobody reads them here, and they would grow for as long as the server runs
      rehearsal.requests.length = 0;
    },
  });
  const plays = scenario ? `plays "${scenario.name}": ${scenario.shows}` : "improvises.";
  console.log(`The rehearsal model listens on ${rehearsal.url} and ${plays}`);
  console.log(`Point a program at it: OPENAI_BASE_URL=${rehearsal.url} OPENAI_API_KEY=any`);
  console.log("Ctrl+C ends it.");
  await untilStopped(rehearsal);
}

function readPort(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`"${text}" is not a port. Use a whole number from 0 to 65535.`);
}

function readPace(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 60_000) return Number(text);
  throw new Error(`"${text}" is not a pace. Use whole milliseconds from 0 to 60000.`);
}

async function untilStopped(rehearsal: Rehearsal): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await rehearsal.close();
}
