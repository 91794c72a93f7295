import { type Item, isCall, type OutputItem, readTexts } from "./conversation.ts";

const shownOutputs = 5;
const shownCharacters = 200;

/** What the tools really answered: how much, and how it begins. */
export function sumUp(outputs: OutputItem[], conversation: Item[]): string {
  const lines = outputs
    .slice(0, shownOutputs)
    .map(
      (output) =>
        `${nameOf(output, conversation)} ${describe(readTexts(output.output).join("\n"))}`,
    );
  const more = outputs.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more outputs.`].join("\n") : lines.join("\n");
}

function nameOf(output: OutputItem, conversation: Item[]): string {
  const call = conversation
    .filter(isCall)
    .findLast((candidate) => candidate.call_id === output.call_id);
  return call?.name ?? "The tool";
}

function describe(text: string): string {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "");
  if (first === undefined) return "answered with nothing.";
  if (lines.length === 1) return `answered: ${clip(first)}`;
  return `answered with ${lines.length} lines. They begin: ${clip(first)}`;
}

/** By characters, not by halves of them. */
function clip(line: string): string {
  const characters = [...line.slice(0, 2 * shownCharacters + 1)];
  if (characters.length <= shownCharacters) return line;
  return `${characters.slice(0, shownCharacters).join("")}…`;
}
