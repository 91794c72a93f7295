import { readCommandLine } from "./command-line.ts";
import { checkChapter, checkCommand, type Known } from "./known-command.ts";
import type { Block, Problem } from "./page.ts";

const assignsInPowerShell = /^\$env:\w+ ?= ?("[^"`$]*"|'[^']*'|[\w:/.-]+)$/;

/** The lines of a block that the reader types and nothing runs: each must name what exists. */
export async function checkShell(page: string, block: Block, known: Known): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, line] of block.content.split("\n").entries()) {
    await checkLine(line.trim(), block.info, known).catch((error: Error) => {
      problems.push({ page, line: block.line + 1 + index, message: error.message });
    });
  }
  return problems;
}

async function checkLine(line: string, shell: string, known: Known): Promise<void> {
  if (line === "" || line.startsWith("#")) return;
  if (shell === "powershell" && assignsInPowerShell.test(line)) return;
  const command = readCommandLine(line);
  const [program, ...args] = command.words;
  const fed = command.input !== undefined;
  const assigns = Object.keys(command.environment).length > 0;
  if (shell === "powershell" && (fed || assigns || program === "export")) {
    throw new Error(`"${line}" is not PowerShell: write $env:NAME="value" on a line of its own`);
  }
  if (!fed && !assigns) {
    if (program === "cd" && args.length === 1) return;
    if (program === "git" && args[0] === "clone" && args.length > 1) return;
    if (program === "export" && args.length > 0 && args.every((word) => /^\w+=/.test(word))) return;
  }
  await checkCommand(command, known);
  await checkChapter(command, known);
}
