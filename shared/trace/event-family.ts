import type { Colors } from "picocolors/types.js";

/** What an event belongs to. Its colour and its glyph mean the same in the terminal and on every page. */
export type Family = "turn" | "user" | "assistant" | "tool" | "reasoning" | "failure";

export function familyOf(type: string): { family: Family; glyph: string } {
  if (type.endsWith(".failed")) return { family: "failure", glyph: "✗" };
  if (type.startsWith("tool.")) return { family: "tool", glyph: glyphOfTool(type) };
  if (type.startsWith("user.")) return { family: "user", glyph: "»" };
  if (type.startsWith("reasoning.")) return { family: "reasoning", glyph: "~" };
  if (type.startsWith("assistant.")) return { family: "assistant", glyph: "«" };
  return { family: "turn", glyph: "●" };
}

function glyphOfTool(type: string): string {
  if (type.endsWith(".started")) return "▸";
  return type.endsWith(".progress") ? "┆" : "◂";
}

const inTerminal = {
  turn: "gray",
  user: "blue",
  assistant: "green",
  tool: "yellow",
  reasoning: "gray",
  failure: "red",
} as const;

/** The glyph of an event, and the colour that its family has everywhere. */
export function lookOf(type: string, colors: Colors) {
  const { family, glyph } = familyOf(type);
  return { glyph, color: colors[inTerminal[family]] };
}

/** The name of an event behind its glyph, in its colour. */
export function eventName(type: string, colors: Colors): string {
  const { glyph, color } = lookOf(type, colors);
  return color(`${glyph} ${type}`);
}
