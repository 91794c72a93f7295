import { compareImports, type ImportStatement } from "./compare-imports.ts";

/** The parts of a file that a merge keeps whole: an import statement of the block at its top, or a line. */
export type Part = { text: string; statement?: ImportStatement };

export function splitIntoParts(lines: string[]): Part[] {
  const parts: Part[] = [];
  let inComment = false;
  let inBlock = true;
  let place = 0;
  while (place < lines.length) {
    const line = lines[place] ?? "";
    const statement = inBlock && !inComment ? readStatement(lines, place) : undefined;
    const text = statement?.text ?? line;
    parts.push({ text, statement });
    place += text.split("\n").length;
    if (!statement && !inComment && !mayStandBetween.test(line)) inBlock = false;
    if (/^\s*\/\*/.test(line)) inComment = true;
    if (line.includes("*/")) inComment = false;
  }
  return parts;
}

const mayStandBetween = /^\s*(\/\/|\/\*|#!|["']|import\s*["']|$)/;

/**
 * Each statement as the side has it that changed it, in the order of Biome. undefined when something else
 * stands between them, and when both sides changed the same statement.
 */
export function joinImports(sides: {
  before: Part[];
  after: Part[];
  ours: Part[];
}): Part[] | undefined {
  const before = byKey(sides.before);
  const after = byKey(sides.after);
  const ours = byKey(sides.ours);
  if (!before || !after || !ours) return undefined;
  const joined: Part[] = [];
  for (const key of new Set([...after.keys(), ...ours.keys()])) {
    const [was, wanted, has] = [before.get(key), after.get(key), ours.get(key)];
    if (wanted?.text !== has?.text && wanted?.text !== was?.text && has?.text !== was?.text) {
      return undefined;
    }
    const kept = has?.text === was?.text ? wanted : has;
    if (kept) joined.push(kept);
  }
  return joined.sort(inOrder);
}

function readStatement(lines: string[], place: number): ImportStatement | undefined {
  for (let end = place + 1; end <= lines.length; end++) {
    const text = lines.slice(place, end).join("\n");
    const [, type, source] =
      /^import\s+(type\s+)?[^"';=]*?\s*from\s*["']([^"']+)["'](?:\s+with\s*\{[^}]*\})?;?$/.exec(
        text,
      ) ?? [];
    if (source !== undefined) return { text, source, isType: type !== undefined };
    if (!/^import\b[^"';=(]*$/.test(text)) return undefined;
  }
  return undefined;
}

function byKey(parts: Part[]): Map<string, Part> | undefined {
  const found = new Map<string, Part>();
  for (const part of parts) {
    if (!part.statement) return undefined;
    const key = `${part.statement.isType} ${part.statement.source}`;
    if (found.has(key)) return undefined;
    found.set(key, part);
  }
  return found;
}

function inOrder(one: Part, other: Part): number {
  if (!one.statement || !other.statement) return 0;
  return compareImports(one.statement, other.statement);
}
