import { readProgress } from "./progress.ts";

/** What to type for a hint. The exercise is named where it is not the one that was begun last. */
export function hintCommand(root: string, folder: string, step?: number | "N"): string {
  const isCurrent = readProgress(root).current === folder;
  const words = [step, isCurrent ? undefined : `--exercise ${folder.slice(0, 2)}`];
  return ["npx one-turn workshop hint", ...words.filter((each) => each !== undefined)].join(" ");
}
