import { parseSync } from "oxc-parser";

export type Mutant = {
  /** What was done, in a few words. */
  change: string;
  /** From 1. */
  line: number;
  /** The line as it was, trimmed. */
  code: string;
  /** The whole file with the change in it. */
  text: string;
};

type Node = { type: string; start: number; end: number; [field: string]: unknown };
type Edit = { change: string; start: number; end: number; text: string };

/** Every change of one place that a learner could make by mistake, of the lines that count. */
export function mutantsOf(
  path: string,
  source: string,
  counts: (line: number) => boolean,
): Mutant[] {
  const { program } = parseSync(path, source);
  const edits: Edit[] = [];
  walk(program as unknown as Node, source, edits);
  return edits
    .map(({ change, start, end, text }) => {
      const line = source.slice(0, start).split("\n").length;
      const code = source.split("\n")[line - 1]?.trim() ?? "";
      return { change, line, code, text: source.slice(0, start) + text + source.slice(end) };
    })
    .filter(({ line }) => counts(line));
}

function walk(node: Node, source: string, edits: Edit[]): void {
  if (node.type.startsWith("TS") || node.type === "ImportDeclaration") return;
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const add = (change: string, { start, end }: Node, text: string) =>
    edits.push({ change, start, end, text });

  const statements = statementsOf(node);
  for (const [index, statement] of statements.entries()) {
    if (isEffect(statement, textOf(statement))) add("leave out", statement, ";");
    const next = statements[index + 1];
    if (next && isEffect(statement, textOf(statement)) && isEffect(next, textOf(next))) {
      const between = source.slice(statement.end, next.start);
      const pair = { ...statement, end: next.end };
      add("swap with the next", pair, textOf(next) + between + textOf(statement));
    }
  }
  const test = node.test as Node | undefined;
  if (test && /^(If|Conditional)/.test(node.type))
    add("negate the condition", test, `!(${textOf(test)})`);
  if (node.type === "LogicalExpression" || node.type === "BinaryExpression") {
    const other = opposites[String(node.operator)];
    const [left, right] = [node.left as Node, node.right as Node];
    if (other)
      add(`${node.operator} to ${other}`, node, `${textOf(left)} ${other} ${textOf(right)}`);
  }
  if (node.type === "Literal" && typeof node.value === "boolean")
    add("the other of true and false", node, String(!node.value));
  // of an object that is made, not of one that is taken apart
  const properties = node.type === "ObjectExpression" ? (node.properties as Node[]) : [];
  for (const property of properties) {
    if (property.type !== "Property") continue;
    const { key, value } = property as unknown as { key: Node; value: Node };
    const name = String(key.name);
    if (/^(callId|turnId|sessionId|sequence|text|output|error)$/.test(name)) {
      add(`another ${name}`, property, `${name}: "mutant" as never`);
    }
    if (name === "type" && value.type === "Literal" && /\./.test(String(value.value))) {
      add("another type", value, '"mutant" as never');
    }
  }
  if (node.type === "UpdateExpression") add("do not count", node, textOf(node.argument as Node));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof (child as Node | null)?.type === "string") walk(child as Node, source, edits);
    }
  }
}

const opposites: Record<string, string> = {
  "&&": "||",
  "||": "&&",
  "===": "!==",
  "!==": "===",
  "<=": "<",
  "<": "<=",
  ">": ">=",
  ">=": ">",
};

function statementsOf(node: Node): Node[] {
  if (node.type === "BlockStatement") return node.body as Node[];
  return node.type === "SwitchCase" ? (node.consequent as Node[]) : [];
}

/** Something that others see: an event, the history, the state of the object. */
function isEffect({ type, expression }: Node, text: string): boolean {
  if (type !== "ExpressionStatement") return false;
  const kind = (expression as Node).type;
  return /Call|Assignment|Chain|Await|Update/.test(kind) && !/^super\(/.test(text);
}
