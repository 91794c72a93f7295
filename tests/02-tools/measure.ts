import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const tools = resolve(import.meta.dirname, "../../chapters/02-tools/tools");
const program = resolve(import.meta.dirname, "measure-tool.ts");

export type Measured = { output: string; megabytes: number; beats: number };

/** One call of a tool in a process of its own, so that nothing else counts. */
export async function measure(
  file: string,
  factory: string,
  workspaceRoot: string,
  args: Record<string, unknown>,
): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", program, join(tools, file), factory, workspaceRoot, JSON.stringify(args)],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}
