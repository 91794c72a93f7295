import { readFile } from "node:fs/promises";
import { type Declaration, findDeclarations } from "./declarations.ts";
import { findFileInRepository } from "./repository-path.ts";

/**
 * What `path`, `path#Name`, `path#Class.member`, `path#imports` or `path#one+two` stands for: source text
 * with \n line ends, members without their indentation. Throws a sentence when there is no such text.
 */
export async function quote(root: string, reference: string): Promise<string> {
  const [path = "", ...rest] = reference.split("#");
  const source = await readSource(root, path);
  if (rest.length === 0) return source;
  if (!/\.[mc]?[jt]sx?$/.test(path)) {
    throw new Error(`only a TypeScript file has names to quote: write "${path}"`);
  }
  const names = rest.join("#").split("+");
  const declarations = await findDeclarations(path, source);
  const found = names.map((name) => findOne(declarations, path, name));
  const swapped = found.findIndex(({ start }, index) => start < (found[index - 1]?.start ?? 0));
  if (swapped > 0) {
    const order = `"${names[swapped]}" stands before "${names[swapped - 1]}" in ${path}`;
    throw new Error(`${order}: write the names in file order`);
  }
  return found.map(({ start, end }) => dedent(source, start, end)).join("\n\n");
}

async function readSource(root: string, path: string): Promise<string> {
  const text = await readFile(await findFileInRepository(root, path), "utf8");
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(/\n+$/, "");
}

function findOne(declarations: Declaration[], path: string, name: string): Declaration {
  const [found, ...others] = declarations.filter((declaration) => declaration.name === name);
  if (!found) {
    const known = [...new Set(declarations.map((declaration) => declaration.name))].join(", ");
    throw new Error(
      `${path} declares no "${name}". It declares: ${known || "nothing with a name"}`,
    );
  }
  if (others.length > 0) {
    throw new Error(`${path} declares "${name}" ${others.length + 1} times: quote the whole file`);
  }
  return found;
}

function dedent(source: string, start: number, end: number): string {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart, start))?.[0] ?? "";
  const [first = "", ...lines] = source.slice(start, end).split("\n");
  const shifted = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return [first, ...shifted].join("\n");
}
