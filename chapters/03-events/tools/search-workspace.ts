import { join } from "node:path";
import { errorCode } from "./file-error.ts";
import { folderEntries } from "./folder-entries.ts";
import { type Findings, searchFile } from "./search-file.ts";
import { simpleTool, type Tool } from "./tool.ts";
import { resolveInWorkspace } from "./workspace-path.ts";

const MAX_HITS = 200;
const MAX_NAMED = 20;
const FILES_AT_ONCE = 8;

/** Finds in the order of paths and lines. Memory does not grow with the workspace. */
export function searchWorkspace(workspaceRoot: string): Tool {
  return simpleTool(
    "Find the lines of text files in the workspace that contain a text, upper and lower case alike. Answers with path:line: text, at most 200 lines, each text cut to 300 characters around the hit. Not searched: .git, node_modules, links, binary and UTF-16 files, files over 5 MiB.",
    [{ name: "query", type: "string", description: "Plain text within one line; no pattern." }],
    async (args) => {
      const query = String(args.query);
      if (query === "" || /[\r\n]/.test(query)) {
        throw new Error(`${JSON.stringify(query)} is no text within one line. Give one.`);
      }
      const root = await resolveInWorkspace(workspaceRoot, "");
      return { output: report(query, await searchFolder(root, query)) };
    },
  );
}

async function searchFolder(root: string, query: string): Promise<Findings> {
  const hits: string[] = [];
  const unsearched: string[] = [];
  const ahead: Promise<Findings>[] = [];
  const takeFirst = async () => {
    const first = await ahead.shift();
    hits.push(...(first?.hits ?? []));
    unsearched.push(...(first?.unsearched ?? []));
  };
  for await (const path of walk(root, "", unsearched)) {
    ahead.push(searchFile(join(root, path), path, query, MAX_HITS + 1));
    if (ahead.length === FILES_AT_ONCE) await takeFirst();
    if (hits.length > MAX_HITS) break;
  }
  while (ahead.length > 0) await takeFirst();
  return { hits, unsearched: unsearched.sort() };
}

async function* walk(root: string, folder: string, unsearched: string[]): AsyncGenerator<string> {
  const { entries } = await folderEntries(join(root, folder)).catch((error) => {
    unsearched.push(`${folder || "."} (${errorCode(error)})`);
    return { entries: [] };
  });
  for (const { name, kind } of entries) {
    if (kind === "file") yield folder + name;
    if (kind === "folder") yield* walk(root, folder + name, unsearched);
  }
}

function report(query: string, { hits, unsearched }: Findings): string {
  const lines = hits.slice(0, MAX_HITS);
  if (hits.length === 0) lines.push(`[no line contains ${JSON.stringify(query)}]`);
  if (hits.length > MAX_HITS) {
    lines.push(`[the first ${MAX_HITS} hits; there are more: search for a longer text]`);
  }
  if (unsearched.length > 0) {
    const more = unsearched.length > MAX_NAMED ? ` and ${unsearched.length - MAX_NAMED} more` : "";
    lines.push(`[not searched: ${unsearched.slice(0, MAX_NAMED).join(", ")}${more}]`);
  }
  return lines.join("\n");
}
