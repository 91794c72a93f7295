import { characters } from "./characters.ts";

/** What is being typed, around the cursor, and what was sent before. */
export type Typing = {
  before: string;
  after: string;
  /** Oldest first. The last one is not sent yet. */
  history: readonly string[];
  /** Which of them is in the line. */
  place: number;
};

/** In UTF-16 units: so far is looked for the other end of a character. */
const CHARACTER = 100;

/** Up and Down keep their column in so much of a line. */
const FAR = 2000;

export const emptyTyping: Typing = { before: "", after: "", history: [""], place: 0 };

export function typedText({ before, after }: Typing): string {
  return before + after;
}

export function insertText(typing: Typing, text: string): Typing {
  return { ...typing, before: typing.before + text };
}

/** An empty line. What was in it is the newest of the history, and a draft that was left for it the one before. */
export function clearTyping(typing: Typing): Typing {
  const draft = typing.history.at(-1) ?? "";
  const isDraft = typing.place === typing.history.length - 1 || draft === "";
  const before = isDraft ? typing.history.slice(0, -1) : typing.history;
  const history = [...before, typedText(typing), ""];
  return { before: "", after: "", history, place: history.length - 1 };
}

/** By the key's name. A key that is not here changes nothing. */
export function editTyping(typing: Typing, key: string): Typing {
  return edits.get(key)?.(typing) ?? typing;
}

type Edit = (typing: Typing) => Typing;

/** A place in the text, from 0. */
type Target = (typing: Typing) => number;

const edits: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ["left", moveTo(characterLeft)],
  ["C-b", moveTo(characterLeft)],
  ["right", moveTo(characterRight)],
  ["C-f", moveTo(characterRight)],
  ["C-left", moveTo(wordStart)],
  ["M-left", moveTo(wordStart)],
  ["M-b", moveTo(wordStart)],
  ["C-right", moveTo(wordEnd)],
  ["M-right", moveTo(wordEnd)],
  ["M-f", moveTo(wordEnd)],
  ["home", moveTo(lineStart)],
  ["C-a", moveTo(lineStart)],
  ["end", moveTo(lineEnd)],
  ["C-e", moveTo(lineEnd)],
  ["backspace", eraseTo(characterLeft)],
  ["delete", eraseTo(characterRight)],
  ["C-d", eraseTo(characterRight)],
  ["C-w", eraseTo(wordStart)],
  ["M-backspace", eraseTo(wordStart)],
  ["M-d", eraseTo(wordEnd)],
  ["C-u", eraseTo(lineStart)],
  ["C-k", eraseTo(lineEnd)],
  ["M-return", (typing) => insertText(typing, "\n")],
  ["S-return", (typing) => insertText(typing, "\n")],
  ["up", (typing) => lineAbove(typing) ?? recall(typing, -1)],
  ["down", (typing) => lineBelow(typing) ?? recall(typing, 1)],
]);

function moveTo(target: Target): Edit {
  return (typing) => {
    const place = target(typing);
    const text = typedText(typing);
    return { ...typing, before: text.slice(0, place), after: text.slice(place) };
  };
}

/** Erases what is between the cursor and there, to either side. */
function eraseTo(target: Target): Edit {
  return (typing) => {
    const place = target(typing);
    const { before, after } = typing;
    return {
      ...typing,
      before: before.slice(0, place),
      after: after.slice(Math.max(0, place - before.length)),
    };
  };
}

function characterLeft({ before }: Typing): number {
  return before.length - (characters(before.slice(-CHARACTER)).at(-1) ?? "").length;
}

function characterRight({ before, after }: Typing): number {
  return before.length + (characters(after.slice(0, CHARACTER))[0] ?? "").length;
}

function wordStart({ before }: Typing): number {
  const words = before.trimEnd();
  return words.length - (words.split(/\s/).at(-1) ?? "").length;
}

function wordEnd({ before, after }: Typing): number {
  const words = after.trimStart();
  return before.length + after.length - words.length + (words.split(/\s/)[0] ?? "").length;
}

function lineStart({ before }: Typing): number {
  return before.lastIndexOf("\n") + 1;
}

function lineEnd({ before, after }: Typing): number {
  const end = after.indexOf("\n");
  return before.length + (end < 0 ? after.length : end);
}

function lineAbove(typing: Typing): Typing | undefined {
  const start = lineStart(typing);
  if (start === 0) return undefined;
  const above = typing.before.slice(0, start - 1);
  return moveTo(() => placeBelow(above.lastIndexOf("\n") + 1, typing))(typing);
}

function lineBelow(typing: Typing): Typing | undefined {
  const end = lineEnd(typing);
  if (end === typedText(typing).length) return undefined;
  return moveTo(() => placeBelow(end + 1, typing))(typing);
}

/** In the line that begins at `start`: as far from its beginning as the cursor is now, if it is so long. */
function placeBelow(start: number, typing: Typing): number {
  const column = characters(typing.before.slice(lineStart(typing)).slice(0, FAR)).length;
  const [line = ""] = typedText(typing)
    .slice(start, start + FAR)
    .split("\n", 1);
  return start + characters(line).slice(0, column).join("").length;
}

/** What is in the line stays where it was in the history, also when it was changed. */
function recall(typing: Typing, by: number): Typing {
  const place = typing.place + by;
  const text = typing.history[place];
  if (text === undefined) return typing;
  const history = typing.history.with(typing.place, typedText(typing));
  return { before: text, after: "", history, place };
}
