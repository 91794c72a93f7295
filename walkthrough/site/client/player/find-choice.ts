import { visible } from "../../../../shared/course/diff/plain-text.ts";
import type { RecordingIndex } from "../../recording/recording.ts";
import type { Address } from "./address.ts";

/** What is asked for: one scenario of a chapter, and perhaps a second chapter beside it. */
export type Choice = { chapter: string; scenario: string; with?: string };

/** Where a reader begins who asks for nothing. */
const start = { chapter: "03-events", scenario: "run-command" };

/** Of a name, in characters. */
const LONGEST = 60;

/** What of the recordings an address asks for; what there is not becomes something near, and a sentence. */
export function findChoice(
  index: RecordingIndex,
  address: Address,
): { choice?: Choice; notices: string[] } {
  if (address.files.length > 0) return { notices: [askAgain(address.files)] };
  const notices: string[] = [];
  const wanted = address.chapter ?? start.chapter;
  const scenario = address.scenario ?? start.scenario;
  const chapter =
    index.find((each) => each.chapter === wanted) ??
    index.find(({ scenarios }) => scenarios.some(({ name }) => name === scenario)) ??
    index.find(({ scenarios }) => scenarios.length > 0);
  const found = chapter?.scenarios.find(({ name }) => name === scenario) ?? chapter?.scenarios[0];
  if (!chapter || !found) return { notices: ["No recording is here to play."] };
  if (address.chapter && chapter.chapter !== wanted) {
    notices.push(`There is no recording of a chapter ${short(wanted)}.`);
  }
  if (address.scenario && found.name !== scenario) {
    notices.push(`${chapter.chapter} has no recording of ${short(scenario)}.`);
  }
  const choice = { chapter: chapter.chapter, scenario: found.name };
  const second = address.with;
  if (second === undefined || second === choice.chapter) return { choice, notices };
  const other = index.find((each) => each.chapter === second);
  if (other?.scenarios.some(({ name }) => name === found.name)) {
    return { choice: { ...choice, with: second }, notices };
  }
  notices.push(`There is no recording of ${found.name} in ${short(second)} to stand beside it.`);
  return { choice, notices };
}

function askAgain(names: string[]): string {
  const [are, they] = names.length > 1 ? ["are", "them"] : ["is", "it"];
  return `${names.map(short).join(" and ")} ${are} kept nowhere. Choose ${they} again, and go on where you were.`;
}

/** An address can name anything, at any length. */
function short(name: string): string {
  return visible(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
}

/** The chapters in which a scenario is recorded. */
export function chaptersWith(index: RecordingIndex, scenario: string): string[] {
  return index
    .filter(({ scenarios }) => scenarios.some(({ name }) => name === scenario))
    .map(({ chapter }) => chapter);
}
