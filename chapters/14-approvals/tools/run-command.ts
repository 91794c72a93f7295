import { once } from "node:events";
import { existsSync } from "node:fs";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { cappedOutput } from "./capped-output.ts";
import { cleanOutput } from "./clean-output.ts";
import { commandEnvironment } from "./command-environment.ts";
import { joinProgress } from "./join-progress.ts";
import { endGroup, type ProcessGroup, startGroup } from "./process-group.ts";
import { proposingTool, type Tool, type ToolContext, type ToolResult } from "./tool.ts";

export type CommandLimits = {
  timeoutMs: number;
  /** Of what the model reads; the first and the last half are kept. */
  outputBytes: number;
  /** How long the output may stay open after the shell has exited. */
  drainMs: number;
};

const defaultLimits: CommandLimits = { timeoutMs: 60_000, outputBytes: 32 * 1024, drainMs: 200 };

/** A command that fails is a result. Only one that cannot start, runs out of time or is cancelled throws. */
export function runCommand(
  workspaceRoot: string,
  ownLimits: Partial<CommandLimits> = {},
  now = () => new Date(),
): Tool {
  const limits = { ...defaultLimits, ...ownLimits };
  return proposingTool(
    `Run a shell command in the workspace root, without stdin and without a terminal. Answers with what it printed (the first and the last half of ${limits.outputBytes / 1024} KiB) and the exit code. After ${limits.timeoutMs / 1000} s, or when its shell has exited, all that it started is ended; only a process that moves to a session of its own (setsid) is out of reach.`,
    [{ name: "command", type: "string", description: "For the system's shell." }],
    async (args) => {
      const command = String(args.command);
      if (!command.isWellFormed()) throw new Error("The command holds half of a character.");
      // the text that is shown is the text that is run
      return { subject: command, preview: command, run: (context) => run(command, context) };
    },
  );

  async function run(command: string, context?: ToolContext): Promise<ToolResult> {
    const started = now();
    const group = await start(command, workspaceRoot);
    const output = await watch(group, limits, context);
    const durationMs = now().getTime() - started.getTime();
    return { output, details: { exitCode: group.exitCode, durationMs } };
  }
}

/** A folder that is gone would otherwise read as a shell that is not found. */
async function start(command: string, workspaceRoot: string): Promise<ProcessGroup> {
  if (command.trim() === "") throw new Error("The command is empty. Give one for the shell.");
  try {
    return await startGroup(command, workspaceRoot, commandEnvironment());
  } catch (error) {
    if (!existsSync(workspaceRoot)) {
      throw new Error(`The workspace folder ${workspaceRoot} is gone: nothing was run.`);
    }
    throw new Error(`The command could not be started: ${(error as Error).message}`);
  }
}

/** Resolves with the output and how the command ended, and throws at the time limit or a cancel. At the end the pipes are let go, whoever still holds them. */
async function watch(
  group: ProcessGroup,
  limits: CommandLimits,
  context?: ToolContext,
): Promise<string> {
  const printed = collect(group, limits.outputBytes, context);
  const closed = once(group, "close");
  const exited = await happensWithin(limits.timeoutMs, once(group, "exit"), context?.signal);
  if (exited) await happensWithin(limits.drainMs, closed);
  const leftovers = await endGroup(group);
  const released = await happensWithin(limits.drainMs, closed);
  group.stdout.destroy();
  group.stderr.destroy();

  const lines = [printed()];
  if (exited && leftovers) lines.push("[What the command left running was ended.]");
  if (!released) lines.push("[A process out of reach still held the output. It was let go.]");
  if (exited) lines.push(describeExit(group));
  const output = lines.filter((line) => line !== "").join("\n");
  if (exited) return output;
  const cause = context?.signal?.aborted
    ? "The command was stopped: the user cancelled the turn."
    : `The command was ended at its limit of ${limits.timeoutMs / 1000} s.`;
  throw new Error(`${cause} It had printed:\n${output || "[nothing]"}`);
}

/** Line by line as they arrive, so that one stream does not break into a line of the other. */
function collect(group: ProcessGroup, outputBytes: number, context?: ToolContext): () => string {
  const output = cappedOutput(outputBytes);
  const progress = joinProgress(context?.progress ?? (() => {}), outputBytes);
  const screens = (["stdout", "stderr"] as const).map((name) => {
    const screen = cleanOutput((text) => {
      output.add(text);
      progress.add(name, text);
    });
    group[name].setEncoding("utf8").on("data", (text: string) => screen.write(text));
    return screen;
  });
  return () => {
    for (const screen of screens) screen.end();
    progress.end();
    return output.text().replace(/\n$/, "");
  };
}

/** False when the time is over, or the signal is aborted. */
async function happensWithin(
  limitMs: number,
  event: Promise<unknown>,
  signal?: AbortSignal,
): Promise<boolean> {
  const timer = new AbortController();
  const ends = signal ? AbortSignal.any([timer.signal, signal]) : timer.signal;
  // where the program was busy, what has come by then waits behind the timer
  const late = sleep(limitMs, undefined, { signal: ends }).then(
    () => setImmediate(false),
    () => false,
  );
  const inTime = await Promise.race([event.then(() => true), late]);
  timer.abort();
  return inTime;
}

function describeExit({ exitCode, signalCode }: ProcessGroup): string {
  return signalCode ? `[ended by ${signalCode}]` : `[exit code ${exitCode}]`;
}
