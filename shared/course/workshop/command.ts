import type { Command } from "commander";

/** Adds `workshop …`: each chapter as an exercise. What a command needs is brought in when it runs. */
export function addWorkshopCommand(program: Command): void {
  const workshop = program
    .command("workshop")
    .description("build each chapter from the one before, checked by its own tests");
  workshop
    .command("start <chapter>")
    .description("put the exercise of a chapter into workshop/; what is there is kept aside")
    .action(async (chapter: string) => (await import("./start.ts")).start(chapter));
  workshop
    .command("check [exercise]")
    .description("run the chapter's tests against your work, and show the first difference")
    .option("--watch", "again after each save, until Ctrl+C")
    .action(async (name: string | undefined, flags: { watch?: boolean }) =>
      (await import("./check.ts")).check(name, flags),
    );
  workshop
    .command("hint [step]")
    .description("one more hint for a step: idea, place, sketch, solution")
    .option("--exercise <name>", "another exercise than the last one begun")
    .action(async (step: string | undefined, flags: { exercise?: string }) =>
      (await import("./hint.ts")).hint(step, flags),
    );
  workshop
    .command("reveal [exercise]")
    .description("how your work differs from the chapter, after it passed")
    .option("--spoil", "also before it passed")
    .action(async (name: string | undefined, flags: { spoil?: boolean }) =>
      (await import("./reveal.ts")).reveal(name, flags),
    );
  workshop
    .command("reset [exercise]")
    .description("begin an exercise anew; your work is kept aside")
    .action(async (name: string | undefined) => (await import("./start.ts")).reset(name));
  workshop
    .command("next")
    .description("the next exercise, on top of your own work")
    .option("--catch-up", "on top of the chapter's own solution instead")
    .action(async (flags: { catchUp?: boolean }) => (await import("./next.ts")).next(flags));
  workshop
    .command("break <chapter> [bug]")
    .description("a chapter with one mistake in it, to be found by its trace")
    .action(async (chapter: string, bug: string | undefined) =>
      (await import("./break.ts")).breakChapter(chapter, bug),
    );
  workshop
    .command("list")
    .description("all exercises, and how far you are")
    .action(async () => (await import("./list.ts")).list());
  workshop
    .command("preflight")
    .description("whether this machine has all that a workshop needs")
    .action(async () => (await import("./preflight.ts")).preflight());
  workshop
    .command("gate [chapter]")
    .description(
      "for maintainers: try the start, the solution and all wrong solutions of an exercise",
    )
    .option("--write", "note what the checks say, for the next time")
    .action(async (chapter: string | undefined, flags: { write?: boolean }) =>
      (await import("./gate.ts")).gate(chapter, flags),
    );
  workshop
    .command("pack [folder]")
    .description("everything for a room without network, in one folder beside the clone")
    .action(async (folder: string | undefined) => (await import("./pack.ts")).pack(folder));
}
