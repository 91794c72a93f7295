import type { Span } from "oxc-parser";

type Node = Span & { type: string; [field: string]: unknown };

/**
 * The body of a function or a "Class.method" of a source, braces included; of an arrow without braces, its
 * expression. Throws a sentence when there is none.
 */
export async function findBody(path: string, source: string, symbol: string): Promise<Span> {
  // a native module, loaded only where an exercise is made
  const { parseSync } = await import("oxc-parser");
  const { program } = parseSync(path, source);
  const [name, member] = symbol.split(".");
  for (const statement of program.body as unknown as Node[]) {
    const node = (statement.declaration as Node | undefined) ?? statement;
    const found = member === undefined ? bodyOf(node, name) : memberBody(node, name, member);
    if (found) return { start: found.start, end: found.end };
  }
  throw new Error(`${path} has no function "${symbol}".`);
}

function bodyOf(node: Node, name: string | undefined): Node | undefined {
  if (node.type === "FunctionDeclaration")
    return isNamed(node.id, name) ? asNode(node.body) : undefined;
  if (node.type !== "VariableDeclaration") return undefined;
  const variable = (node.declarations as Node[]).find(({ id }) => isNamed(id, name));
  return asNode(asNode(variable?.init)?.body);
}

function memberBody(node: Node, name: string | undefined, member: string): Node | undefined {
  if (node.type !== "ClassDeclaration" || !isNamed(node.id, name)) return undefined;
  const members = asNode(node.body)?.body as Node[];
  return asNode(asNode(members.find(({ key }) => isNamed(key, member))?.value)?.body);
}

function isNamed(id: unknown, name: string | undefined): boolean {
  return asNode(id)?.name === name;
}

function asNode(value: unknown): Node | undefined {
  return (value as Node | null | undefined) ?? undefined;
}
