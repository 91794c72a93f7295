import type { Responses } from "openai/resources";
import type { AgentEvent, ToolStream } from "../../../shared/events.ts";
import { getCurrentTime } from "./get-current-time.ts";
import { listWorkspace } from "./list-workspace.ts";
import { readArguments } from "./read-arguments.ts";
import { readWorkspaceFile } from "./read-workspace-file.ts";
import { runCommand } from "./run-command.ts";
import { searchWorkspace } from "./search-workspace.ts";
import type { ToolMap } from "./tool.ts";

// whoever brings a tool of their own needs no other file
export type { Tool, ToolArgument, ToolMap, ToolResult } from "./tool.ts";
export { simpleTool } from "./tool.ts";

export type CreateToolsOptions = {
  /** A shell can do whatever the user can, so it has to be asked for. */
  allowCommands?: boolean;
};

/** The tools for one workspace, by the name that the model calls. */
export function createTools(workspaceRoot: string, options: CreateToolsOptions = {}): ToolMap {
  const tools: ToolMap = new Map([
    ["get_current_time", getCurrentTime()],
    ["read_workspace_file", readWorkspaceFile(workspaceRoot)],
    ["list_workspace", listWorkspace(workspaceRoot)],
    ["search_workspace", searchWorkspace(workspaceRoot)],
  ]);
  if (options.allowCommands) tools.set("run_command", runCommand(workspaceRoot));
  return tools;
}

/** Strict schemas: every declared argument is required, and no other is allowed. */
export function toolDefinitions(tools: ToolMap): Responses.FunctionTool[] {
  return [...tools].map(([name, tool]) => ({
    type: "function",
    name,
    description: tool.description,
    strict: true,
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        tool.arguments.map(({ name, type, description }) => [name, { type, description }]),
      ),
      required: tool.arguments.map(({ name }) => name),
      additionalProperties: false,
    },
  }));
}

export type CallContext = {
  /** Why the call is answered without being run. */
  refusal?: string;
  /** Told of both ends of the call, and of what happens between them. */
  emit?(event: AgentEvent): void;
};

/** Resolves with what the model reads. Never throws: the model is the one who can act on a failure. */
export async function handleToolCall(
  tools: ToolMap,
  call: Responses.ResponseFunctionToolCall,
  context: CallContext = {},
): Promise<string> {
  const about = { callId: call.call_id, name: call.name };
  let open = true;
  const progress = (stream: ToolStream, text: string) => {
    if (!open) return;
    context.emit?.({ type: "tool.execution.progress", ...about, stream, text });
  };
  context.emit?.({ type: "tool.execution.started", ...about, args: call.arguments });
  let output: string;
  try {
    if (context.refusal) throw new Error(context.refusal);
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
    const result = await tool.call(readArguments(tool, call), { progress });
    if (typeof result?.output !== "string") {
      throw new Error(`${call.name} ended without an output.`);
    }
    output = result.output;
  } catch (thrown) {
    const error = describeFailure(thrown, call.name);
    open = false;
    context.emit?.({ type: "tool.execution.failed", ...about, error });
    return error;
  }
  open = false;
  context.emit?.({ type: "tool.execution.finished", ...about, output });
  return output;
}

function describeUnknown(name: string, tools: ToolMap): string {
  return `No tool named ${JSON.stringify(name.slice(0, 100))}. Use one of: ${[...tools.keys()].join(", ")}.`;
}

function describeFailure(error: unknown, name: string): string {
  const message = error instanceof Error ? error.message : error;
  return typeof message === "string" && message ? message : `${name} failed and gave no reason.`;
}
