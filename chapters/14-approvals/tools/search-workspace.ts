import { join } from "node:path";
import { errorCode } from "./file-error.ts";
import { type FolderEntry, folderEntries, printable } from "./folder-entries.ts";
import { type Findings, searchFile } from "./search-file.ts";
import { simpleTool, type Tool } from "./tool.ts";
import { resolveInWorkspace } from "./workspace-path.ts";

const MAX_QUERY = 500;
const MAX_HITS = 200;
const MAX_NAMED = 20;
const FILES_AT_ONCE = 8;

/** Finds in the order of paths and lines. Memory does not grow with the workspace. */
export function searchWorkspace(workspaceRoot: string): Tool {
  return simpleTool(
    "Find the lines of text files in the workspace that contain a text, upper and lower case alike. Answers with path:line: text, at most 200 lines, each text cut to 300 characters around the hit. Not searched: .git, node_modules, links, binary and UTF-16 files, files over 5 MiB.",
    [{ name: "query", type: "string", description: "Plain text within one line; no pattern." }],
    async (args, context) => {
      const query = String(args.query);
      if (query === "" || query.length > MAX_QUERY || /[\r\n]/.test(query)) {
        const start = JSON.stringify(query.slice(0, 100));
        throw new Error(`${start} is no text within one line, of at most ${MAX_QUERY} characters.`);
      }
      const root = await resolveInWorkspace(workspaceRoot, "");
      const findings = await searchFolder(root, query, context?.signal);
      const hits = Math.min(findings.hits.length, MAX_HITS);
      return { output: report(query, findings), details: { hits } };
    },
  );
}

async function searchFolder(root: string, query: string, signal?: AbortSignal): Promise<Findings> {
  const hits: string[] = [];
  const unsearched: string[] = [];
  const ahead: Promise<Findings>[] = [];
  const takeFirst = async () => {
    const first = await ahead.shift();
    hits.push(...(first?.hits ?? []));
    unsearched.push(...(first?.unsearched ?? []));
  };
  for await (const path of walk(root, unsearched)) {
    signal?.throwIfAborted();
    ahead.push(searchFile(join(root, path), path, query, MAX_HITS + 1));
    if (ahead.length === FILES_AT_ONCE) await takeFirst();
    if (hits.length > MAX_HITS) break;
  }
  while (ahead.length > 0) await takeFirst();
  return { hits, unsearched: unsearched.sort() };
}

/** The files below the root in the order of their paths, however deep. */
async function* walk(root: string, unsearched: string[]): AsyncGenerator<string> {
  const ahead: FolderEntry[] = [{ name: "", kind: "folder" }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { name: path, kind } = next;
    if (kind === "file") yield path;
    if (kind !== "folder") continue;
    const { entries } = await folderEntries(join(root, path)).catch((error) => {
      unsearched.push(`${printable(path) || "."} (${errorCode(error)})`);
      return { entries: [] };
    });
    for (const entry of entries.reverse()) ahead.push({ ...entry, name: path + entry.name });
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
