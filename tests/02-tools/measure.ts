import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";

export type Measured = { output: string; megabytes: number; beats: number };

/** One call of a tool in a process of its own, so that nothing else counts. */
export async function measure(
  file: string,
  factory: string,
  workspaceRoot: string,
  args: Record<string, unknown>,
): Promise<Measured> {
  const program = bundleProgram(projectRoot(), "tests/02-tools/measure-tool.ts");
  const tool = bundleProgram(projectRoot(), `chapters/02-tools/tools/${file}`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, tool, factory, workspaceRoot, JSON.stringify(args)],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}
