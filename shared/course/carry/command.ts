import type { Command } from "commander";
import type { Chapter } from "../chapters.ts";
import * as course from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { backUp } from "./back-up.ts";
import { checkCopies } from "./check-copies.ts";
import { describePlan } from "./describe-carry.ts";
import { type CarryOptions, type PlannedFile, planCarry } from "./plan-carry.ts";
import { type Ladder, readLadder } from "./read-ladder.ts";
import { addToRecord, writeRecord } from "./record.ts";
import { isIdentical } from "./version.ts";
import { writeChanges } from "./write-changes.ts";

type CarryFlags = { base: string; dryRun?: boolean; resolved?: string[]; check?: boolean };

export type Course = { chapters: Chapter[]; findChapter(text: string): Chapter };

/** Adds `carry NN` and `carry --check`. Exit code 1 with a conflict, and with a copy that is none. */
export function addCarryCommand(
  program: Command,
  { chapters, findChapter }: Course = course,
): void {
  program
    .command("carry [chapter]")
    .description("for maintainers: replay a change of a chapter in every later one")
    .option("--base <revision>", "what the chapters were before the change", "HEAD")
    .option("--dry-run", "say what would be done, and write nothing")
    .option("--resolved <files...>", "take these files of later chapters as they stand")
    .option("--check", "tell every file that is neither listed in the manifest nor a copy")
    .action(async (text: string | undefined, { check, ...flags }: CarryFlags) => {
      if ((text === undefined) === (check !== true)) {
        throw new Error(
          "Say one of: carry 02 replays the change of a chapter, carry --check checks all.",
        );
      }
      const root = projectRoot();
      if (text === undefined) return tellProblems(checkCopies(root, chapters), chapters);
      const { folder } = findChapter(text);
      const folders = chapters.map((chapter) => chapter.folder);
      const resolved = (flags.resolved ?? []).map(asPath);
      await carry(root, { folders, folder, resolved }, flags);
    });
}

function tellProblems(problems: string[], chapters: Chapter[]): void {
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`The copies are true. Chapters: ${chapters.length}.`);
}

async function carry(root: string, options: CarryOptions, flags: CarryFlags): Promise<void> {
  const { folders, folder } = options;
  if (folder === folders.at(-1)) {
    console.log(`${folder} is the last chapter: there is none to carry into.`);
    return;
  }
  const ladder = readLadder(root, folders.slice(folders.indexOf(folder)), flags.base);
  const plan = planCarry(ladder, options);
  if (plan.changed.length === 0) {
    console.log(`${folder} is as it was in ${flags.base}: there is nothing to carry.`);
    return;
  }
  console.log(`${folder} against ${flags.base}: ${count(plan.changed.length, "file")} changed.`);
  for (const line of describePlan(folder, plan)) console.log(line);
  const files = plan.chapters.flatMap((chapter) => chapter.files);
  const conflicts = files.filter(({ outcome }) => outcome.kind === "conflict").length;
  const changes = files.filter(({ current, next }) => !isIdentical(current, next));
  if (conflicts > 0) {
    console.log(whatToDo(conflicts));
    process.exitCode = 1;
  } else if (flags.dryRun) {
    console.log(`A dry run: nothing is written. To write: ${count(changes.length, "file")}.`);
  } else {
    await write(root, { ladder, folder, changes });
  }
}

async function write(
  root: string,
  { ladder, folder, changes }: { ladder: Ladder; folder: string; changes: PlannedFile[] },
): Promise<void> {
  if (changes.length > 0) {
    const backup = await backUp(root, changes, new Date());
    if (backup) console.log(`What was not in git is kept in ${backup}`);
    await writeRecord(root, ladder.commit, addToRecord(ladder.record, folder, changes));
    await writeChanges(root, changes);
  }
  console.log(`Written: ${count(changes.length, "file")}.`);
  if (changes.some(({ outcome }) => outcome.kind === "merged")) {
    console.log("Merged files are not formatted: look at them, then npm run format and npm test.");
  }
}

function whatToDo(conflicts: number): string {
  return [
    `Nothing is written: ${count(conflicts, "file")} in conflict. Merge by hand what the later chapter should have,`,
    "then run the same command with --resolved and the path of each such file.",
  ].join("\n");
}

function asPath(text: string): string {
  return text.replaceAll("\\", "/").replace(/^\.\//, "");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
