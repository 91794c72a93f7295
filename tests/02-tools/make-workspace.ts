import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Tool, ToolArguments } from "../../chapters/02-tools/tools/tool.ts";

/** A real folder with these files, open to every user, removed after the test. */
export function makeWorkspace(files: Record<string, string | Uint8Array> = {}): string {
  const root = join(mkdtempSync(join(realpathSync(tmpdir()), "one-turn-")), "project");
  mkdirSync(root);
  chmodSync(dirname(root), 0o755);
  onTestFinished(() => rmSync(dirname(root), { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** What the model would read: the output, or the sentence that was thrown. */
export async function ask(tool: Tool, args: ToolArguments): Promise<string> {
  try {
    return (await tool.call(args)).output;
  } catch (error) {
    return `thrown: ${(error as Error).message}`;
  }
}
