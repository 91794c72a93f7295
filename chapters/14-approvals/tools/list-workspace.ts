import { fileError } from "./file-error.ts";
import { type FolderEntry, folderEntries, printable } from "./folder-entries.ts";
import { simpleTool, type Tool } from "./tool.ts";
import { resolveInWorkspace } from "./workspace-path.ts";

const MAX_ENTRIES = 1000;

export function listWorkspace(workspaceRoot: string): Tool {
  return simpleTool(
    'List one folder of the workspace: an entry per line, sorted, at most 1000. Folders end with "/", links and special files are marked. .git and node_modules are left out.',
    [
      {
        name: "path",
        type: "string",
        description: 'Relative to the workspace root, which is ".".',
      },
    ],
    async (args) => {
      const path = String(args.path);
      const folder = await resolveInWorkspace(workspaceRoot, path);
      const { entries, skipped } = await folderEntries(folder).catch((error) => {
        throw fileError(path, error);
      });
      const lines = entries.slice(0, MAX_ENTRIES).map(describe);
      if (entries.length === 0) lines.push("[no entries]");
      if (entries.length > MAX_ENTRIES) {
        lines.push(`[the first ${MAX_ENTRIES} of ${entries.length} entries]`);
      }
      if (skipped.length > 0) lines.push(`[left out: ${skipped.join(", ")}]`);
      return { output: lines.join("\n") };
    },
  );
}

function describe({ name, kind }: FolderEntry): string {
  const shown = printable(name);
  return kind === "file" || kind === "folder" ? shown : `${shown} (${kind})`;
}
