import type { Colors } from "picocolors/types.js";

/** The name of an event behind its glyph, in the colour that its family has everywhere. */
export function eventName(type: string, colors: Colors): string {
  const { glyph, color } = familyOf(type, colors);
  return color(`${glyph} ${type}`);
}

export function familyOf(type: string, colors: Colors) {
  if (type.endsWith(".failed")) return { glyph: "✗", color: colors.red };
  if (type === "tool.started") return { glyph: "▸", color: colors.yellow };
  if (type === "tool.progress") return { glyph: "┆", color: colors.yellow };
  if (type.startsWith("tool.")) return { glyph: "◂", color: colors.yellow };
  if (type.startsWith("user.")) return { glyph: "»", color: colors.blue };
  if (type.startsWith("reasoning.")) return { glyph: "~", color: colors.gray };
  if (type.startsWith("assistant.")) return { glyph: "«", color: colors.green };
  return { glyph: "●", color: colors.gray };
}
