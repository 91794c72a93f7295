import { proposeChange } from "./change-file.ts";
import type { SeenFiles } from "./seen-files.ts";
import { proposingTool, type Tool } from "./tool.ts";

const MOST_PLACES = 10;

export function editWorkspaceFile(workspaceRoot: string, seen: SeenFiles): Tool {
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
      return proposeChange({ workspaceRoot, path, seen, change });
    },
  );
}

type Edit = { path: string; oldText: string; newText: string };

function replaceOnce(before: string | undefined, { path, oldText, newText }: Edit): string {
  const name = JSON.stringify(path);
  if (before === undefined) throw new Error(`${name} does not exist. Use write_workspace_file.`);
  if (oldText === "") throw new Error("old_text is empty. Give the text that is to be replaced.");
  // a model writes "\n", whatever the line ends of the file are
  const [lines, wanted] = [withPlainEnds(before), withPlainEnds(oldText)];
  const places = placesOf(lines, wanted);
  const [place] = places;
  if (place === undefined)
    throw new Error(`old_text is not in ${name}. Read the file, and copy it letter for letter.`);
  if (places.length > 1) throw new Error(describeSeveral(name, lines, places));
  const [start, end] = [placeIn(before, place), placeIn(before, place + wanted.length)];
  // sliced, not replaced: "$&" in the new text is a dollar and an ampersand
  const after = newText.replace(/\r?\n/g, lineEndAt(before, start));
  return before.slice(0, start) + after + before.slice(end);
}

function withPlainEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Also where they overlap. */
function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

/** Where a place of the text with plain line ends stands in the text itself. */
function placeIn(text: string, plainPlace: number): number {
  let place = plainPlace;
  for (let at = text.indexOf("\r\n"); at >= 0 && at < place; at = text.indexOf("\r\n", at + 2)) {
    place += 1;
  }
  return place;
}

/** That of the line; of a last line without one that of the line before it. */
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
