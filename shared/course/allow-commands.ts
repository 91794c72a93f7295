import { readSync } from "node:fs";
import { isatty } from "node:tty";
import type { Chapter } from "./chapters.ts";
import type { ChosenModel } from "./choose-model.ts";

/** Whether a chapter offers run_command. The rehearsal model always may; for a real one the reader says so. */
export function mayRunCommands(
  chapter: Chapter,
  model: ChosenModel,
  flags: { allowCommands?: boolean },
): boolean {
  if (chapter.number < 2) return false;
  // from 14 on each command asks for itself
  if (!model.real || flags.allowCommands || chapter.number >= 14) return true;
  if (isatty(0)) return ask("May the model run shell commands on this machine? [y/N] ");
  console.error("The model may not run shell commands: nobody can be asked. See --allow-commands.");
  return false;
}

function ask(question: string): boolean {
  process.stderr.write(question);
  const answer = readLine();
  if (!answer.endsWith("\n")) process.stderr.write("\n");
  return /^y(es)?$/i.test(answer.trim());
}

/** Byte by byte, so that what is typed after the answer is left for the chapter. */
function readLine(): string {
  const byte = Buffer.alloc(1);
  const line: number[] = [];
  try {
    while (line.at(-1) !== 10 && readSync(0, byte) === 1) line.push(byte[0] ?? 0);
  } catch {
    return "";
  }
  return Buffer.from(line).toString();
}
