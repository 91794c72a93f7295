import { type PaneName, paneNames } from "./address.ts";

export type Command = "back" | "on" | "first" | "last" | "play" | "keys" | PaneName;

/** As the page says them. */
export const keyHelp: { keys: string[]; does: string }[] = [
  { keys: ["←", "→"], does: "one event back, one event on" },
  { keys: ["Space"], does: "plays, and stops" },
  { keys: ["Home", "End"], does: "the first event, the last event" },
  { keys: ["1", "2", "3", "4"], does: "enlarges wire, code, state, screen; again: all four" },
  { keys: ["?"], does: "shows this" },
];

const commands: Record<string, Command> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  " ": "play",
  "?": "keys",
};

/** What a key asks for. `on` is what has the focus: a field has its own use for keys, and a button for space. */
export function commandOf(key: string, on: { name: string; type?: string }): Command | undefined {
  const name = on.name.toLowerCase();
  const isSlider = name === "input" && on.type === "range";
  if (name === "select" || name === "textarea" || (name === "input" && !isSlider)) return undefined;
  if (key === " " && ["button", "summary", "a", "label"].includes(name)) return undefined;
  return commands[key] ?? paneNames[Number(key) - 1];
}
