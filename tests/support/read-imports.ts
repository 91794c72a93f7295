import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const packages = [
  "openai",
  "blessed",
  "diff",
  "marked",
  "marked-terminal",
  "cli-highlight",
  "picocolors",
  "string-width",
  "wrap-ansi",
];

/** Everything that a source asks for, in order: static, dynamic, re-exported, as a type or by require. */
export function readImports(path: string, source: string): string[] {
  const found: string[] = [];
  const add = (node: { type: string; value?: unknown } | null | undefined) => {
    if (node) found.push(typeof node.value === "string" ? node.value : "(computed)");
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === "Identifier" && callee.name === "require") add(first);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** Those that a file of a chapter may not have. `path` is below the project root, with "/". */
export function forbiddenImports(path: string, source: string): string[] {
  const chapter = path.split("/").slice(0, 2).join("/");
  return readImports(path, source).filter((wanted) => {
    if (!wanted.startsWith(".")) return !isFreePackage(wanted) || isClosed(path, wanted);
    const target = posix.join(posix.dirname(path), wanted);
    if (target === "shared/events.ts") return false;
    return !target.startsWith(`${chapter}/`) || isClosed(path, target);
  });
}

function isFreePackage(wanted: string): boolean {
  return (
    wanted.startsWith("node:") ||
    packages.some((name) => wanted === name || wanted.startsWith(`${name}/`))
  );
}

/** State and screen know what happened, and nothing of who made it happen. */
function isClosed(path: string, target: string): boolean {
  const [, , folder = ""] = path.split("/");
  const [first = "", , place = ""] = target.split("/");
  const isMaker = /^(agent|.*session|tools)(\.ts)?$/.test(place) || /^openai/.test(place);
  return ["state", "tui"].includes(folder) && (first === "openai" || isMaker);
}
