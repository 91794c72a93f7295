import { readCommandLine } from "./command-line.ts";
import { checkCommand, type Known } from "./known-command.ts";
import type { RunCommand, RunnableCommand } from "./run-command.ts";

const failed = /^\[exit code \d+\]$/;

/**
 * What a console block has to say: its commands, each with what it printed. Throws a sentence when a command
 * cannot be run, failed where the page does not say so, or printed what cannot stand in a block.
 */
export async function fillConsole(content: string, known: Known, run: RunCommand): Promise<string> {
  if (!content.startsWith("$ ")) {
    throw new Error('a console block begins with a command: "$ npx one-turn …"');
  }
  const sections = content.split(/\n(?=\$ )/);
  const filled = sections.map(async (section) => {
    const [prompt = "", ...before] = section.split("\n");
    const output = await run(await readRunnable(prompt.slice(2).trim(), known));
    const lines = output.trim() === "" ? [] : output.replace(/\n+$/, "").split("\n");
    checkOutput(prompt, lines, before);
    return [prompt, ...lines].join("\n");
  });
  return (await Promise.all(filled)).join("\n");
}

async function readRunnable(line: string, known: Known): Promise<RunnableCommand> {
  const command = readCommandLine(line);
  await checkCommand(command, known);
  const { environment, input } = command;
  const [program, verb, ...rest] = command.words;
  const args = toNodeArguments(program, verb, rest);
  if (!args) {
    throw new Error(`"${line}" is not run here: only npx one-turn, npm start and npx tsx are`);
  }
  if (args[1] === "walkthrough") {
    throw new Error(`"${line}" would check the text from within the text`);
  }
  return input === undefined ? { line, args, environment } : { line, args, environment, input };
}

function toNodeArguments(program = "", verb = "", rest: string[] = []): string[] | undefined {
  if (program === "npx" && verb === "tsx") return ["--import", "tsx", ...rest];
  if (program === "npx") return ["shared/course/one-turn.cjs", ...rest];
  const own = rest.filter((word, index) => word !== "--" || rest.indexOf("--") !== index);
  return verb === "start" ? ["shared/course/one-turn.cjs", "start", ...own] : undefined;
}

/** A failure enters the text only where its author asked for one: otherwise the program is broken. */
function checkOutput(prompt: string, lines: string[], before: string[]): void {
  const ending = lines.at(-1) ?? "";
  if (failed.test(ending) && !before.some((line) => failed.test(line))) {
    const told = `${prompt.slice(2)} ends with ${ending} and prints ${JSON.stringify(lines.at(-2) ?? "")}`;
    throw new Error(`${told}: if it should, write ${ending} below it`);
  }
  if (lines.some((line) => line.startsWith("$ "))) {
    throw new Error(`"${prompt}" prints a line that begins with "$ ": it would read as a command`);
  }
}
