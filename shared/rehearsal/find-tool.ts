import { isObject, type JsonObject } from "./json-value.ts";
import type { ToolFamily } from "./read-wish.ts";

export type OfferedTool = { name: string; parameters: JsonObject };

/** The functions that the client offers. */
export function readTools(tools: unknown): OfferedTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.filter(isObject).flatMap((tool) => {
    if (tool.type !== "function") return [];
    return [
      { name: String(tool.name), parameters: isObject(tool.parameters) ? tool.parameters : {} },
    ];
  });
}

/** The tool whose name says most clearly that it is of this family; the first one offered among equals. */
export function findTool(tools: OfferedTool[], family: ToolFamily): OfferedTool | undefined {
  const [best] = tools
    .map((tool) => ({ tool, score: scoreName(tool.name, families[family]) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return best?.tool;
}

type Words = { needed: string[]; helpful: string[] };

const families: Record<ToolFamily, Words> = {
  read: { needed: ["read", "view", "cat", "open"], helpful: ["file", "workspace"] },
  list: {
    needed: ["list", "ls", "dir", "tree", "glob"],
    helpful: ["directory", "files", "workspace"],
  },
  search: {
    needed: ["search", "grep", "rg", "ripgrep", "find"],
    helpful: ["workspace", "file", "files", "content", "code", "text", "grep"],
  },
  run: {
    needed: ["run", "bash", "shell", "exec", "execute", "command", "terminal", "powershell"],
    helpful: ["command", "shell"],
  },
  time: { needed: ["time", "clock", "date"], helpful: ["current", "now"] },
};

/** Tools of other worlds that share a word with ours. */
const foreign = new Set([
  "mcp",
  "resource",
  "resources",
  "web",
  "todo",
  "todos",
  "image",
  "memory",
  "many",
  "tests",
]);

function scoreName(name: string, { needed, helpful }: Words): number {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => foreign.has(word))) return 0;
  if (!words.some((word) => needed.includes(word))) return 0;
  return 1 + words.filter((word) => helpful.includes(word)).length;
}
