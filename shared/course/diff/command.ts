import type { Command } from "commander";

export type DiffFlags = {
  stat?: boolean;
  names?: boolean;
  trace?: boolean;
  scenario?: string;
  file?: string;
  full?: boolean;
  json?: boolean;
  pager: boolean;
};

/** Adds `diff A B`, and `diff --stat` for the whole ladder. */
export function addDiffCommand(program: Command): void {
  program
    .command("diff [from] [to]")
    .description(
      "compare two chapters: layer, events, and files in reading order, each with its why",
    )
    .option(
      "--stat",
      "lines added and removed per file; without chapters, the budgets of the ladder",
    )
    .option("--names", "the names of the files only")
    .option("--file <path>", "one file, in full")
    .option("--full", "long files that are given, in full")
    .option("--trace", "the events of a turn in both chapters, side by side")
    .option("--scenario <name>", "the script of the turn for --trace")
    .option("--json", "everything as data")
    .option("--no-pager", "print and be done, also when it does not fit the screen")
    .action(async (from: string | undefined, to: string | undefined, flags: DiffFlags) => {
      // most commands do without
      const { showDiff } = await import("./show-diff.ts");
      await showDiff(from, to, flags);
    });
}
