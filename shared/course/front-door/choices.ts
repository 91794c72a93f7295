import { twoDigits } from "../diff/plain-text.ts";
import type { StartFlags } from "../start.ts";
import type { Rung } from "./ladder.ts";
import { runProgram } from "./run-program.ts";

/** What a key does with a chapter. */
export type Choice = {
  /** As one would type it, behind `npx one-turn`. */
  command: string[];
  /** Whether what it has printed may leave the window by itself. */
  run(): Promise<boolean>;
};

/** Ctrl+C is how a program is left. */
const LEFT_BY_HAND = [0, 130];

/** Undefined for a key that does nothing; a sentence when it does nothing for this chapter. */
export function choiceFor(key: string, rung: Rung, flags: StartFlags): Choice | string | undefined {
  const name = twoDigits(rung.chapter.number);
  switch (key) {
    case "t":
    case "return":
      return {
        command: ["read", name],
        run: async () => (await import("../read/read.ts")).read(name, { pager: true }),
      };
    case "r":
      return program(["start", name, ...optionsOf(flags)]);
    case "d":
      return diff(rung);
    case "b":
      return build(rung);
    case "w":
      return program(["walkthrough"]);
    default:
      return undefined;
  }
}

function diff({ chapter, before }: Rung): Choice | string {
  if (!before) return "01 is the first chapter: there is none to compare it with.";
  const [from, to] = [twoDigits(before.number), twoDigits(chapter.number)];
  return {
    command: ["diff", from, to],
    run: async () => (await import("../diff/show-diff.ts")).showDiff(from, to, { pager: true }),
  };
}

/** An exercise that is begun is checked as one works on it; it is never begun anew by a key. */
function build({ chapter, built }: Rung): Choice | string {
  const name = twoDigits(chapter.number);
  if (built === "none") return `${name} is typed along, in its page. The first exercise is 02.`;
  if (built === "begun") return program(["workshop", "check", name, "--watch"]);
  if (built === "open") return program(["workshop", "start", name], { stays: true });
  return program(["workshop", "check", name], { stays: true });
}

function program(command: string[], { stays = false } = {}): Choice {
  return {
    command,
    run: async () => {
      const code = await runProgram(command);
      return !stays && LEFT_BY_HAND.includes(code);
    },
  };
}

/** What was said to `npm start` holds for each chapter that is run from here. */
function optionsOf({ workspace, scenario, allowCommands }: StartFlags): string[] {
  return [
    ...(workspace === undefined ? [] : ["--workspace", workspace]),
    ...(scenario === undefined ? [] : ["--scenario", scenario]),
    ...(allowCommands ? ["--allow-commands"] : []),
  ];
}
