import type { RunCommand } from "./run-command.ts";

/** Runs each distinct command once, and no more than `limit` of them at the same time. */
export function takeTurns(run: RunCommand, limit: number): RunCommand {
  const started = new Map<string, Promise<string>>();
  const lanes = Array.from({ length: limit }, () => Promise.resolve<unknown>(undefined));
  return (command) => {
    const known = started.get(command.line);
    if (known) return known;
    const lane = started.size % limit;
    const output = (lanes[lane] ?? Promise.resolve()).then(() => run(command));
    lanes[lane] = output.catch(() => undefined);
    started.set(command.line, output);
    return output;
  };
}
