import { proposeChange } from "./change-file.ts";
import type { ReadMarks } from "./read-marks.ts";
import { proposingTool, type Tool } from "./tool.ts";

const MOST_PLACES = 10;

export function editWorkspaceFile(workspaceRoot: string, marks: ReadMarks): Tool {
  return proposingTool(
    "Replace one piece of a text file of the workspace. old_text has to stand in it exactly once: add lines around it until it does. Line ends stay as they are in the file. The user sees the difference and may deny it.",
    [
      { name: "path", type: "string", description: "Relative to the workspace root." },
      { name: "old_text", type: "string", description: "What is there, letter for letter." },
      { name: "new_text", type: "string", description: "What shall be there instead." },
    ],
    (args) => {
      const path = String(args.path);
      const edit = { path, oldText: String(args.old_text), newText: String(args.new_text) };
      const change = (before: string | undefined) => replaceOnce(before, edit);
      return proposeChange({ workspaceRoot, path, marks, change });
    },
  );
}

type Edit = { path: string; oldText: string; newText: string };

function replaceOnce(before: string | undefined, { path, oldText, newText }: Edit): string {
  const name = JSON.stringify(path);
  if (before === undefined) throw new Error(`${name} does not exist. Use write_workspace_file.`);
  if (oldText === "") throw new Error("old_text is empty. Give the text that is to be replaced.");
  const found = inStylesOf(oldText)
    .map((text) => ({ text, places: placesOf(before, text) }))
    .find(({ places }) => places.length > 0);
  if (!found)
    throw new Error(`old_text is not in ${name}. Read the file, and copy it letter for letter.`);
  const { text, places } = found;
  const [place = 0] = places;
  if (places.length > 1) throw new Error(describeSeveral(name, before, places));
  // sliced, not replaced: "$&" in the new text is a dollar and an ampersand
  const after = newText.replace(/\r?\n/g, () => lineEndAt(before, place));
  return before.slice(0, place) + after + before.slice(place + text.length);
}

/** A model writes "\n", whatever the line ends of the file are. */
function inStylesOf(text: string): string[] {
  const plain = text.replaceAll("\r\n", "\n");
  return [...new Set([text, plain, plain.replaceAll("\n", "\r\n")])];
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!cutsLineEnd(text, at) && !cutsLineEnd(text, at + part.length)) places.push(at);
  }
  return places;
}

/** Between the two characters of a line end nothing begins and nothing ends. */
function cutsLineEnd(text: string, place: number): boolean {
  return text[place - 1] === "\r" && text[place] === "\n";
}

function lineEndAt(text: string, place: number): "\r\n" | "\n" {
  const next = text.indexOf("\n", place);
  const end = next >= 0 ? next : text.lastIndexOf("\n");
  return text[end - 1] === "\r" ? "\r\n" : "\n";
}

function describeSeveral(name: string, text: string, places: number[]): string {
  const lines = places.slice(0, MOST_PLACES).map((at) => text.slice(0, at).split("\n").length);
  const more = places.length > MOST_PLACES ? " …" : "";
  return `old_text is ${places.length} times in ${name}, in lines ${lines.join(", ")}${more}. Add lines around it until it is there once.`;
}
