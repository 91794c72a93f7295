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
  chapter: Chapter,
  args: string[],
  flags: StartFlags,
): Promise<number> {
  const scenario = flags.scenario === undefined ? undefined : findScenario(flags.scenario);
  if (scenario) checkPlayable(scenario, { ...chapter, path: `chapters/${chapter.folder}` });
  const workspace = await openScenarioWorkspace(scenario, flags);
  const program = bundleProgram(projectRoot(), `chapters/${chapter.folder}/main.ts`);
  const model = await chooseModel({ scenario, paceMs: PACE_MS });
  try {
    console.log(`Chapter ${chapter.folder} with ${model.said}, in ${workspace}`);
    const commands = mayRunCommands(chapter, model, flags) ? ["--allow-commands"] : [];
    return await runProgram([program, ...commands, ...args], workspace, model);
  } finally {
    await model.close();
  }
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
    process.on("SIGINT", () => {});
    process.on("SIGTERM", (signal) => child.kill(signal));
    process.on("SIGHUP", (signal) => child.kill(signal));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}
