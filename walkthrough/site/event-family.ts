/** What an event belongs to. Its colour and its glyph mean the same on every page as in the terminal. */
export type Family = "turn" | "user" | "assistant" | "tool" | "reasoning" | "failure";

const names =
  "(?:turn|user|assistant|tool|reasoning|model|session|approval|provider|phase)(?:\\.[a-z]+)+|notice";

/** An event's name, and nothing else: also in the agent's own words. */
export const eventType = new RegExp(`^(?:${names})$`);

/** An event's name behind its glyph, as a trace prints it. */
export const eventBehindGlyph = new RegExp(`([●»▸┆◂«✗~]) (${names})\\b`, "g");

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
