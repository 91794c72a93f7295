import { spawn } from "node:child_process";
import { constants } from "node:os";
import { findScenario } from "../rehearsal/scenarios/all.ts";
import { mayRunCommands } from "./allow-commands.ts";
import { bundleProgram } from "./bundle.cjs";
import type { Chapter } from "./chapters.ts";
import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { projectRoot } from "./project-root.ts";
import { checkPlayable, openScenarioWorkspace } from "./scenario-workspace.ts";
import type { StartFlags } from "./start.ts";

/** As fast as a quick reader, so that one sees an answer grow. */
const PACE_MS = 40;

/** Runs a chapter in this terminal. Resolves with its exit code, 128 and more when a signal ended it. */
export async function runChapter(
  chapter: Chapter & { path?: string },
  args: string[],
  flags: StartFlags,
): Promise<number> {
  const { path = `chapters/${chapter.folder}` } = chapter;
  const scenario = flags.scenario === undefined ? undefined : findScenario(flags.scenario);
  if (scenario) checkPlayable(scenario, { ...chapter, path });
  const workspace = await openScenarioWorkspace(scenario, flags);
  const program = bundleProgram(projectRoot(), `${path}/main.ts`);
  const model = await chooseModel({ scenario, paceMs: PACE_MS });
  try {
    const elsewhere = providerElsewhere(chapter, args);
    const said = elsewhere ? `the provider ${elsewhere}` : saidWith(model, chapter, args);
    console.log(`Chapter ${chapter.folder} with ${said}, in ${workspace}`);
    const asked = { ...model, real: model.real || elsewhere !== undefined };
    const commands = mayRunCommands(chapter, asked, flags) ? ["--allow-commands"] : [];
    return await runProgram([program, ...commands, ...args], workspace, model);
  } finally {
    await model.close();
  }
}

/** The presets of chapter 12 that ask where OPENAI_BASE_URL says. */
const HERE = ["openai", "chat", "stored"];

/** A provider that has its own address: whom the chapter asks then, it says itself. */
function providerElsewhere({ number }: Chapter, args: string[]): string | undefined {
  const name = valueAfter("--provider", args) || process.env.ONE_TURN_PROVIDER;
  return number >= 12 && name && !HERE.includes(name) ? name : undefined;
}

/** The rehearsal model answers to every name. */
function saidWith({ said, real }: ChosenModel, { number }: Chapter, args: string[]): string {
  const name = valueAfter("--model", args) || process.env.ONE_TURN_MODEL;
  return real && number >= 12 && name ? said.replace(/^\S+/, () => name) : said;
}

function valueAfter(option: string, args: string[]): string | undefined {
  const place = args.indexOf(option);
  return place < 0 ? undefined : args[place + 1];
}

/** Ctrl+C reaches the chapter by itself, and what it means is for the chapter to say. */
function runProgram(args: string[], workspace: string, model: ChosenModel): Promise<number> {
  const { ONE_TURN_ROOT: _, ...environment } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--enable-source-maps", ...args], {
      cwd: workspace,
      env: { ...environment, ...model.env },
      stdio: "inherit",
    });
    const ignore = () => {};
    const handOn = (signal: NodeJS.Signals) => child.kill(signal);
    process.on("SIGINT", ignore).on("SIGTERM", handOn).on("SIGHUP", handOn);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", ignore).off("SIGTERM", handOn).off("SIGHUP", handOn);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
