export type ImportStatement = { text: string; source: string; isType: boolean };

/** The order in which Biome 2 puts imports: what is farther away first, then by name, types before values. */
export function compareImports(one: ImportStatement, other: ImportStatement): number {
  return (
    distance(one.source) - distance(other.source) ||
    stepsUp(other.source) - stepsUp(one.source) ||
    compareNames(one.source, other.source) ||
    Number(other.isType) - Number(one.isType)
  );
}

function distance(source: string): number {
  if (/^https?:/.test(source)) return 0;
  if (/^[a-z]+:/.test(source)) return 1;
  if (/^(@\/|[#~$%])/.test(source)) return 3;
  return /^[./]/.test(source) ? 4 : 2;
}

function stepsUp(source: string): number {
  if (source.startsWith("/")) return Number.MAX_SAFE_INTEGER;
  return source.split("/").filter((part) => part === "..").length;
}

/** Numbers by value, "A" before "a" before "B". */
function compareNames(one: string, other: string): number {
  const left = one.match(/\d+|\D/g) ?? [];
  const right = other.match(/\d+|\D/g) ?? [];
  for (const [place, part] of left.entries()) {
    const beside = right[place];
    if (beside === undefined) return 1;
    const order = rank(part) - rank(beside) || Number(part) - Number(beside) || 0;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const marks = "/.@_-";

function rank(part: string): number {
  if (/^\d/.test(part)) return 1000;
  if (marks.includes(part)) return marks.indexOf(part);
  if (!/^[a-z]$/i.test(part)) return 10 + Math.min(part.charCodeAt(0), 900);
  return 2000 + 2 * part.toLowerCase().charCodeAt(0) + (part === part.toLowerCase() ? 1 : 0);
}
