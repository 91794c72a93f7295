import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chooseLook } from "../../trace/look.ts";
import { chapters } from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { exercises } from "./exercises.ts";
import { placeTrial } from "./place-trial.ts";
import { isWhole, openRunner, type TestRun } from "./run-tests.ts";
import { solutionFiles, startFiles } from "./start-files.ts";
import { typeCheck } from "./type-check.ts";

type Probe = {
  what: string;
  /** What was found, in a few words. Throws one line that says what to do. */
  look(): string | Promise<string>;
  /** Whether those behind it can only fail without it. */
  first?: boolean;
};

const probes: Probe[] = [
  // an old Node never comes this far: one-turn.cjs says so
  { what: "Node", look: () => `${process.version} on ${process.platform} ${process.arch}` },
  { what: "terminal", look: lookAtTerminal },
  { what: "loopback", look: askOverLoopback },
  { what: "folder", look: writeInWorkshop, first: true },
  { what: "exercise", look: putTogether },
  { what: "compiler", look: compileSolution },
  { what: "a check", look: checkSolution },
];

/** Exit code 1 when something is missing. Needs no network and no key, as the workshop does. */
export async function preflight(): Promise<void> {
  const { colors } = chooseLook(process.stdout, process.env);
  let problems = 0;
  for (const { what, look, first } of probes) {
    try {
      console.log(`${colors.green("ok")}   ${what.padEnd(10)} ${await look()}`);
    } catch (error) {
      problems++;
      console.log(`${colors.red("no")}   ${what.padEnd(10)} ${firstLine(error)}`);
      if (first) break;
    }
  }
  if (problems > 0) process.exitCode = 1;
  else console.log("This machine is ready. No network and no key is needed.");
}

function lookAtTerminal(): string {
  const { isTTY, columns = 0, rows = 0 } = process.stdout;
  if (!isTTY) return "output goes to no terminal, so its size is not known";
  if (columns < 80) throw new Error(`${columns} columns: make the window 80 wide for the traces.`);
  return `${columns} columns, ${rows} rows`;
}

function writeInWorkshop(): string {
  const folder = join(projectRoot(), "workshop");
  const file = join(folder, `.preflight-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, "");
    rmSync(file);
  } catch (error) {
    throw new Error(
      `${folder} cannot be written (${(error as Error).message}): clone to another place.`,
    );
  }
  return `${folder} can be written`;
}

/** As a chapter asks the rehearsal model: a proxy or a firewall in between is found here. */
async function askOverLoopback(): Promise<string> {
  const server = createServer((_request, response) => response.end("ok"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    if ((await response.text()) !== "ok") throw new Error("another answer came");
  } catch (error) {
    // fetch itself says no more than that it failed
    const reason = firstLine((error as Error).cause ?? error);
    throw new Error(
      `a server on 127.0.0.1 is not reached (${reason}): look for a proxy or a firewall.`,
    );
  } finally {
    server.close();
  }
  return "a server on 127.0.0.1 answers";
}

const sample = exercises[0];

const installAnew = "Remove node_modules, and run this again.";

/** With a parser that has a part for each system. */
async function putTogether(): Promise<string> {
  if (!sample) throw new Error("There is no exercise.");
  try {
    await startFiles(projectRoot(), sample, chapters);
  } catch (error) {
    // what a package advises would change the lock file
    const [reason] = firstLine(error).split(". ");
    throw new Error(`the parser does not work (${reason}). ${installAnew}`);
  }
  return `that of ${sample.folder} can be put together`;
}

async function compileSolution(): Promise<string> {
  return withSolution(async (folder) => {
    const said = await typeCheck(projectRoot(), folder, false);
    const reason = /^Error: (.*?)\.?$/m.exec(said)?.[1] ?? firstLine(said);
    if (said) throw new Error(`the compiler does not work (${reason}). ${installAnew}`);
    return "the native compiler works";
  });
}

async function checkSolution(): Promise<string> {
  return withSolution(async (folder) => {
    const runner = openRunner(sample?.folder ?? "", folder);
    try {
      const run = await runner.run([]).catch((error) => {
        throw new Error(`${firstLine(error)} ${installAnew}`);
      });
      if (!isWhole(run)) {
        throw new Error(
          `the tests of ${sample?.folder} fail here (${whatFailed(run)}). Run this again, and bring this line if it stays.`,
        );
      }
      return `${run.collected} tests of ${sample?.folder} pass`;
    } finally {
      runner.close();
    }
  });
}

function whatFailed({ tested, errors }: TestRun): string {
  const failed = tested.find(({ state }) => state === "failed");
  const problem = failed?.failure ?? errors[0];
  if (!problem) return "they were stopped";
  const reason = firstLine(problem.message);
  return failed ? `${failed.name}: ${reason}` : reason;
}

async function withSolution(look: (folder: string) => Promise<string>): Promise<string> {
  const root = projectRoot();
  const trial = placeTrial(root, "preflight", solutionFiles(root, sample?.folder ?? ""));
  try {
    return await look(trial.folder);
  } finally {
    trial.remove();
  }
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}
