import { proposeChange } from "./change-file.ts";
import type { SeenFiles } from "./seen-files.ts";
import { proposingTool, type Tool } from "./tool.ts";

export function writeWorkspaceFile(workspaceRoot: string, seen: SeenFiles): Tool {
  return proposingTool(
    "Write a text file of the workspace, whole: a new one, or in the place of the old one. The user sees the difference and may deny it. To change a part of a file use edit_workspace_file.",
    [
      { name: "path", type: "string", description: "Relative to the workspace root." },
      { name: "content", type: "string", description: "All of the file, as it shall be." },
    ],
    ({ path, content }) =>
      proposeChange({ workspaceRoot, path: String(path), seen, change: () => String(content) }),
  );
}
