import type { Comment, Program, Span } from "oxc-parser";

/** A named piece of a source file; `start` and `end` are string offsets, its comments included. */
export type Declaration = { name: string; start: number; end: number };

type Statement = Program["body"][number];
type Named = { name: string; node: Span };
type Pattern = { type: string; [field: string]: unknown };

/**
 * Everything of a file that a page can quote, in file order: top-level names, "Class.member", and
 * "imports". Throws a sentence when the source does not parse.
 */
export async function findDeclarations(path: string, source: string): Promise<Declaration[]> {
  // a native module, loaded only when a page is checked
  const { parseSync } = await import("oxc-parser");
  const { program, comments, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  const named = [...importBlock(program.body), ...program.body.flatMap(namesOf)];
  return named.map(({ name, node }) => {
    const start =
      name === "imports" ? node.start : withLeadingComments(source, comments, node.start);
    return { name, start, end: withTrailingComment(source, comments, node.end) };
  });
}

/** The imports that stand together at the head of the file. */
function importBlock(body: Statement[]): Named[] {
  const isImport = ({ type }: Statement) => type === "ImportDeclaration";
  const from = body.findIndex(isImport);
  const to = body.findIndex((statement, index) => index > from && !isImport(statement));
  const first = body[from];
  const last = body[(to === -1 ? body.length : to) - 1];
  if (!first || !last) return [];
  return [{ name: "imports", node: { start: first.start, end: last.end } }];
}

function namesOf(statement: Statement): Named[] {
  const inner = "declaration" in statement ? statement.declaration : statement;
  if (!inner) return [];
  if (inner.type === "VariableDeclaration") {
    const names = inner.declarations.flatMap(({ id }) => namesOfPattern(id as unknown as Pattern));
    return names.map((name) => ({ name, node: statement }));
  }
  if (!("id" in inner) || !inner.id || !("name" in inner.id)) return [];
  const { name } = inner.id;
  return [{ name, node: statement }, ...membersOf(name, inner)];
}

function membersOf(owner: string, declaration: object): Named[] {
  if (!("body" in declaration)) return [];
  const body = declaration.body as { type?: string; body?: (Span & { key?: Pattern })[] };
  if (body.type !== "ClassBody") return [];
  return (body.body ?? []).flatMap((node) => {
    const hash = node.key?.type === "PrivateIdentifier" ? "#" : "";
    const name = node.key?.name;
    return typeof name === "string" ? [{ name: `${owner}.${hash}${name}`, node }] : [];
  });
}

function namesOfPattern(pattern: Pattern | null): string[] {
  if (!pattern) return [];
  if (typeof pattern.name === "string") return [pattern.name];
  const inner = pattern.properties ?? pattern.elements;
  if (Array.isArray(inner)) return inner.flatMap(namesOfPattern);
  return namesOfPattern((pattern.left ?? pattern.argument ?? pattern.value ?? null) as Pattern);
}

/** A comment belongs to what stands on the next line; a blank line parts them. */
function withLeadingComments(source: string, comments: Comment[], start: number): number {
  const above = comments.findLast(({ end }) => end <= start);
  if (!above) return start;
  const lineStart = source.lastIndexOf("\n", above.start - 1) + 1;
  const ownLine = source.slice(lineStart, above.start).trim() === "";
  const touching = /^[ \t]*\n?[ \t]*$/.test(source.slice(above.end, start));
  return ownLine && touching ? withLeadingComments(source, comments, above.start) : start;
}

function withTrailingComment(source: string, comments: Comment[], end: number): number {
  const beside = comments.find((comment) => comment.start >= end);
  if (!beside || !/^[ \t]*$/.test(source.slice(end, beside.start))) return end;
  return /^[ \t]*(\n|$)/.test(source.slice(beside.end)) ? beside.end : end;
}
