import type { Command } from "commander";

export type ReadFlags = { pager: boolean };

/** Adds `read NN`: the pages of the walkthrough in the terminal. */
export function addReadCommand(program: Command): void {
  program
    .command("read [page]")
    .description("read the page of a chapter here; without one, list the pages")
    .option("--no-pager", "print and be done, also when it does not fit the screen")
    .action(async (name: string | undefined, flags: ReadFlags) => {
      // most commands do without
      const { listPages, read } = await import("./read.ts");
      if (name === undefined) listPages();
      else await read(name, flags);
    });
}
