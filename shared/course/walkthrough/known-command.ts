import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { CommandLine } from "./command-line.ts";
import { findFileInRepository } from "./repository-path.ts";

/** What a page may name. */
export type Known = {
  root: string;
  /** The subcommands of one-turn. */
  commands: readonly string[];
  /** The scripts of package.json. */
  scripts: readonly string[];
};

/**
 * Throws a sentence unless the words run something that exists: npm start, npm test, npm run, npx one-turn
 * or npx tsx. Also for a flag that npm would keep for itself.
 */
export async function checkCommand({ words }: CommandLine, known: Known): Promise<void> {
  const [program, verb = "", ...args] = words;
  if (program === "npx" && verb === "one-turn") {
    return args[0] === undefined ? undefined : checkSubcommandName(args[0], known);
  }
  if (program === "npx" && verb === "tsx") {
    if (args[0] === undefined) throw new Error("npx tsx needs the path of a program");
    await findFileInRepository(known.root, nameInChapter(args[0]));
    return;
  }
  if (program === "npm" && ["start", "test", "run"].includes(verb)) {
    return checkScript(verb, args, known);
  }
  const allowed = "npm start, npm test, npm run, npx one-turn or npx tsx";
  throw new Error(`"${words.join(" ")}" is not a command of this course: ${allowed}`);
}

/** Throws a sentence unless one-turn has this subcommand. */
export function checkSubcommandName(name: string, { commands }: Known): void {
  if (name.startsWith("-") || commands.includes(name)) return;
  throw new Error(`one-turn has no command "${name}". It has: ${commands.join(", ")}`);
}

/** Throws a sentence unless package.json has this script. */
export function checkScriptName(name: string, { scripts }: Known): void {
  if (scripts.includes(name)) return;
  throw new Error(`package.json has no script "${name}". It has: ${scripts.join(", ")}`);
}

/** Throws a sentence when the first argument of the course's command is a number, and no chapter has it. */
export async function checkChapter({ words }: CommandLine, { root }: Known): Promise<void> {
  const [program, , ...args] = words;
  const chapter = program === "npm" ? args[0] : args[1];
  if (!chapter || !/^\d+$/.test(chapter)) return;
  const folders = (await readdir(join(root, "chapters")).catch(() => [])).sort();
  if (folders.some((folder) => folder.startsWith(`${chapter.padStart(2, "0")}-`))) return;
  throw new Error(`there is no chapter ${chapter}. There are: ${folders.join(", ")}`);
}

/** What a reader builds has the names of the chapter, and stands where no clone has anything. */
function nameInChapter(path: string): string {
  return path.replace(/^workshop\/(?=\d\d-[^/]+\/main\.ts$)/, "chapters/");
}

function checkScript(verb: string, args: string[], known: Known): void {
  const name = verb === "run" ? (args[0] ?? "") : verb;
  checkScriptName(name, known);
  const own = args.indexOf("--");
  const flag = args.slice(0, own === -1 ? args.length : own).find((word) => word.startsWith("-"));
  if (flag) {
    throw new Error(`npm keeps "${flag}" for itself: put -- before it, or write npx one-turn …`);
  }
}
