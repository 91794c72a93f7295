import { join } from "node:path";
import { hang } from "../diff/draw-text.ts";
import { projectRoot } from "../project-root.ts";
import { quote } from "../walkthrough/quote.ts";
import { readBrief, tiers } from "./brief.ts";
import type { Exercise } from "./exercise.ts";
import { hintCommand } from "./hint-command.ts";
import { narrowLook } from "./narrow-look.ts";
import { note, readProgress } from "./progress.ts";
import { findStarted } from "./started.ts";
import { stepRows } from "./step-rows.ts";
import { firstOpenStep } from "./verdict.ts";

/** Shows the hints of a step so far, and one more. */
export async function hint(
  wanted: string | undefined,
  flags: { exercise?: string },
): Promise<void> {
  const root = projectRoot();
  const { exercise, folder } = findStarted(flags.exercise);
  if (folder !== exercise.folder) {
    throw new Error(
      "A broken chapter has no hints: compare its trace with the chapter's own. reveal --spoil says what it was.",
    );
  }
  const brief = await readBrief(root, folder);
  const { hints = {}, failingStep } = readProgress(root).folders[folder] ?? {};
  const step = findStep(wanted, exercise, failingStep);
  if (step === undefined) return askForStep(exercise);
  const shown = Math.min((hints[step] ?? 0) + 1, tiers.length);
  note(root, folder, { hints: { ...hints, [step]: shown } });
  const { text, hints: all } = brief.steps[step - 1] ?? { text: "", hints: [] };
  const look = narrowLook();
  const say = (start: string, words: string) => {
    const rows = hang(start, words.replaceAll(/\n\s*(?=\S)/g, " "), look);
    console.log(`${rows.join("\n")}\n`);
  };
  const { prose, commands } = readStep(text);
  say(`${folder}, step ${step}. `, prose);
  if (commands.length > 0) console.log(`${commands.map((each) => `  ${each}`).join("\n")}\n`);
  for (const [index, each] of all.slice(0, shown).entries()) say(`${tiers[index]}: `, each);
  if (shown === tiers.length) console.log(await solution(root, exercise, step));
  else console.log(`${tiers.length - shown} more for this step.`);
}

/** The lines of its blocks are commands, which keep their own rows. */
function readStep(text: string): { prose: string; commands: string[] } {
  const commands: string[] = [];
  const prose = text.replaceAll(/^[ \t]*```.*\n([\s\S]*?)^[ \t]*```$/gm, (_, lines: string) => {
    commands.push(...lines.split("\n").map((line) => line.trim()));
    return "";
  });
  return { prose: prose.trim(), commands: commands.filter(Boolean) };
}

/** The one asked for, the one in which the last check went wrong, or the first that has a stub left. Undefined where none is plain. */
function findStep(
  wanted: string | undefined,
  { folder, steps }: Exercise,
  failing: number | undefined,
): number | undefined {
  const last = steps.length;
  if (wanted === undefined) {
    return failing ?? firstOpenStep(join(projectRoot(), "workshop", folder), last);
  }
  const step = Number(wanted);
  if (Number.isInteger(step) && step >= 1 && step <= last) return step;
  throw new Error(`${folder} has the steps 1 to ${last}, and no "${wanted}".`);
}

/** Asks and does not guess: a hint cannot be taken back. */
function askForStep(exercise: Exercise): void {
  console.log(`Which step of ${exercise.folder}?\n`);
  for (const row of stepRows(exercise, narrowLook())) console.log(row);
  console.log(`\n${hintCommand(projectRoot(), exercise.folder, "N")} shows one more hint for it.`);
}

async function solution(root: string, { folder, steps }: Exercise, step: number): Promise<string> {
  const builds = steps[step - 1]?.builds ?? [];
  const texts = await Promise.all(
    builds.map(
      async (each) =>
        `${each.replace("#", ": ").replaceAll("+", ", ")}\n\n${await quote(root, `chapters/${folder}/${each}`)}\n`,
    ),
  );
  return texts.join("\n");
}
