import { readPage } from "../walkthrough/page.ts";

/** What the page of a chapter says under "Build it yourself". */
export type Brief = {
  minutes: number;
  /** What is to be built, up to the first step. Markdown. */
  goal: string;
  steps: BriefStep[];
};

export type BriefStep = {
  /** Markdown, without its number. */
  text: string;
  /** In the order in which they help: idea, place, sketch, solution. */
  hints: string[];
};

export const tiers = ["Idea", "Place", "Sketch", "Solution"] as const;

/** Throws a sentence when the page has no brief, or one that `hint` could not read. */
export async function readBrief(root: string, folder: string): Promise<Brief> {
  const path = `walkthrough/${folder}.md`;
  return parseBrief(path, (await readPage(root, path)).text);
}

export function parseBrief(path: string, page: string): Brief {
  const [, minutes, section] =
    /^## Build it yourself \((\d+) minutes\)\n(.*?)(?=^## )/ms.exec(
      page.replaceAll("\r\n", "\n"),
    ) ?? [];
  if (!section) throw new Error(`${path} has no "## Build it yourself (N minutes)".`);
  const [instructions = "", ...folded] = section.split(/^<details>$/m);
  const [goal = "", ...texts] = instructions.split(/^\d+\. /m);
  const hints = new Map(folded.map((each) => parseHints(path, each)));
  const steps = texts.map((text, index) => ({
    text: text.trim(),
    hints: hints.get(index + 1) ?? missing(path, index + 1),
  }));
  if (steps.length === 0) throw new Error(`${path} asks for nothing: number the steps.`);
  if (hints.size > steps.length)
    throw new Error(`${path} has hints for more than its ${steps.length} steps.`);
  return { minutes: Number(minutes), goal: goal.trim(), steps };
}

function parseHints(path: string, folded: string): [step: number, hints: string[]] {
  const step = Number(/<summary>Hints for step (\d+)<\/summary>/.exec(folded)?.[1]);
  if (!step)
    throw new Error(`${path}: a fold of hints begins with <summary>Hints for step N</summary>.`);
  const hints = tiers.map((tier) => {
    const [, text] =
      new RegExp(`^- ${tier}: (.*?)(?=^- |^</details>|$(?![\\s\\S]))`, "ms").exec(folded) ?? [];
    if (!text) throw new Error(`${path}: the hints for step ${step} have no "- ${tier}: ".`);
    return text.trim();
  });
  return [step, hints];
}

function missing(path: string, step: number): never {
  throw new Error(`${path} has no hints for step ${step}.`);
}
