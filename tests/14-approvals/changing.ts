import { createTools } from "../../chapters/14-approvals/tools/registry.ts";
import type { Proposal, ToolArguments, ToolMap } from "../../chapters/14-approvals/tools/tool.ts";

export type Changing = {
  /** Throws what the model would read instead. */
  propose(name: string, args: ToolArguments): Promise<Proposal>;
  /** Proposes, and does it: what the model would read. */
  write(path: string, content: string): Promise<string>;
  edit(path: string, from: string, to: string): Promise<string>;
  read(path: string): Promise<string>;
};

/** The tools of one program on this workspace, without anybody who is asked. */
export function changing(workspaceRoot: string): Changing {
  const tools = createTools(workspaceRoot);
  const change = async (name: string, args: ToolArguments) =>
    readable(async () => (await (await propose(tools, name, args)).run()).output);
  return {
    propose: (name, args) => propose(tools, name, args),
    write: (path, content) => change("write_workspace_file", { path, content }),
    edit: (path, from, to) => change("edit_workspace_file", { path, old_text: from, new_text: to }),
    read: (path) =>
      readable(async () => {
        const read = tools.get("read_workspace_file");
        return (await read?.call({ path, start_line: 1 }))?.output ?? "";
      }),
  };
}

async function propose(tools: ToolMap, name: string, args: ToolArguments): Promise<Proposal> {
  const proposal = await tools.get(name)?.propose?.(args);
  if (!proposal) throw new Error(`${name} proposes nothing.`);
  return proposal;
}

/** What it says, or what it throws. */
export async function readable(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    return `thrown: ${(error as Error).message}`;
  }
}
