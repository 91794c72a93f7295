import { createTwoFilesPatch } from "diff";
import { chooseLook, type Look } from "../../trace/look.ts";
import { projectRoot } from "../project-root.ts";
import { ownFiles } from "./own-files.ts";
import { note, readProgress } from "./progress.ts";
import { solutionFiles } from "./start-files.ts";
import { findStarted } from "./started.ts";

/** How someone's work differs from the chapter: after it passed, or when they insist. */
export function reveal(name: string | undefined, flags: { spoil?: boolean }): void {
  const root = projectRoot();
  const { exercise, folder } = findStarted(name);
  const { passedAt, bug } = readProgress(root).folders[folder] ?? {};
  if (!passedAt && !flags.spoil) {
    const help = bug === undefined ? "npx one-turn workshop hint helps; " : "";
    throw new Error(`workshop/${folder} has not passed yet: ${help}reveal --spoil shows all.`);
  }
  note(root, folder, { revealedAt: new Date().toISOString() });
  const wrong = bug === undefined ? undefined : exercise.wrong[bug - 1];
  if (wrong) console.log(`${wrong.file}: ${wrong.title}`);
  const look = chooseLook(process.stdout, process.env);
  const mine = ownFiles(root, folder);
  const theirs = solutionFiles(root, exercise.folder);
  const paths = [...new Set([...theirs.keys(), ...mine.keys()])].sort();
  const differing = paths.filter((path) => bare(mine.get(path)) !== bare(theirs.get(path)));
  for (const path of differing) {
    console.log(patch(path, mine.get(path) ?? "", theirs.get(path) ?? "", look));
  }
  if (differing.length === 0) console.log(`workshop/${folder} is the chapter, word for word.`);
}

/** What an editor adds at the ends of lines makes no difference. */
function bare(text: string | undefined): string | undefined {
  return text?.replaceAll(/[ \t\r]+$/gm, "").trimEnd();
}

function patch(path: string, mine: string, theirs: string, { colors }: Look): string {
  const text = createTwoFilesPatch(`yours/${path}`, `chapter/${path}`, mine, theirs, "", "");
  const lines = text.trimEnd().split("\n").slice(1);
  return lines
    .map((line) => {
      if (/^(---|\+\+\+) /.test(line)) return colors.bold(line.trimEnd());
      if (line.startsWith("+")) return colors.green(line);
      return line.startsWith("-") ? colors.red(line) : line;
    })
    .join("\n");
}
