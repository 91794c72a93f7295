/** What an event belongs to. Its colour and its glyph mean the same on every page as in the terminal. */
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
