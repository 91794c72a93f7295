import type { Command } from "commander";
import { findTraced } from "../trace/find-traced.ts";
import { type Chapter, findChapter } from "./chapters.ts";
import { noteMark } from "./front-door/marks.ts";
import { runChapter } from "./run-chapter.ts";
import { showTour } from "./show-tour.ts";

export type StartFlags = {
  workspace?: string;
  fresh?: boolean;
  allowCommands?: boolean;
  scenario?: string;
};

/** `npm start`, and `npm start NN` with whatever the chapter itself understands. */
export function addStartCommand(program: Command): void {
  program
    .command("start [chapter] [args...]")
    .description("run a chapter; without one, choose a chapter and what to do with it")
    .option(
      "--workspace <folder>",
      "the folder that the chapter works in (default: the practice project)",
    )
    .option("--fresh", "start from a new copy of the practice project")
    .option(
      "--scenario <name>",
      "let the rehearsal model play a script in each turn, whatever is said",
    )
    .option("--allow-commands", "let a real model run shell commands (the rehearsal model may)")
    .allowUnknownOption()
    .action(start);
}

async function start(name: string | undefined, args: string[], flags: StartFlags): Promise<void> {
  if (name === undefined) return welcome(flags);
  const separator = args.indexOf("--");
  const passedOn = args.filter((_, place) => place !== separator);
  const own = findOwn(name);
  const chapter = own ?? findChapter(name);
  process.exitCode = await runChapter(chapter, passedOn, flags);
  if (!own && isTerminal()) noteMark(chapter.folder, "ranAt");
}

/** Where nobody can press a key, a turn is shown. */
async function welcome(flags: StartFlags): Promise<void> {
  if (!isTerminal() || process.env.TERM === "dumb") return showTour(flags);
  const { openFrontDoor } = await import("./front-door/front-door.ts");
  await openFrontDoor(flags);
}

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** What someone has built runs in the place of its chapter. */
function findOwn(name: string): (Chapter & { path: string }) | undefined {
  if (!name.startsWith("workshop/")) return undefined;
  const { number, path } = findTraced(name);
  return { ...findChapter(String(number)), path };
}
