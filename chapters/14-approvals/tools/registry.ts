import type { Responses } from "openai/resources";
import type { AgentEvent, ToolStream } from "../../../shared/events.ts";
import { editWorkspaceFile } from "./edit-workspace-file.ts";
import { getCurrentTime } from "./get-current-time.ts";
import { orLeaveBehind } from "./leave-behind.ts";
import { listWorkspace } from "./list-workspace.ts";
import { readArguments } from "./read-arguments.ts";
import { readWorkspaceFile } from "./read-workspace-file.ts";
import { runCommand } from "./run-command.ts";
import { searchWorkspace } from "./search-workspace.ts";
import { seenFiles } from "./seen-files.ts";
import type { ToolMap } from "./tool.ts";
import { writeWorkspaceFile } from "./write-workspace-file.ts";

// whoever brings a tool of their own needs no other file
export type { Tool, ToolArgument, ToolMap, ToolResult } from "./tool.ts";
export { simpleTool } from "./tool.ts";

export type CreateToolsOptions = {
  /** A shell can do whatever the user can, so it has to be asked for. */
  allowCommands?: boolean;
  now?: () => Date;
};

/** The tools for one workspace, by the name that the model calls. */
export function createTools(workspaceRoot: string, options: CreateToolsOptions = {}): ToolMap {
  const seen = seenFiles();
  const tools: ToolMap = new Map([
    ["get_current_time", getCurrentTime()],
    ["read_workspace_file", readWorkspaceFile(workspaceRoot, seen)],
    ["list_workspace", listWorkspace(workspaceRoot)],
    ["search_workspace", searchWorkspace(workspaceRoot)],
    ["write_workspace_file", writeWorkspaceFile(workspaceRoot, seen)],
    ["edit_workspace_file", editWorkspaceFile(workspaceRoot, seen)],
  ]);
  if (options.allowCommands) tools.set("run_command", runCommand(workspaceRoot, {}, options.now));
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
  /** Aborted, it ends the call; one that has not begun is not run. */
  signal?: AbortSignal;
};

/** Resolves with what the model reads. Never throws: the model is the one who can act on a failure. */
export async function handleToolCall(
  tools: ToolMap,
  call: Responses.ResponseFunctionToolCall,
  context: CallContext = {},
): Promise<string> {
  const { signal } = context;
  const identity = { callId: call.call_id, name: call.name };
  let working = true;
  const progress = (stream: ToolStream, text: string) => {
    // nothing follows the end of a call, also when its tool reports on
    if (working) context.emit?.({ type: "tool.execution.progress", ...identity, stream, text });
  };
  context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
  try {
    if (context.refusal) throw new Error(context.refusal);
    // only now: whoever hears of the start may cancel
    if (signal?.aborted) throw new Error("Not run: the user cancelled the turn before.");
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
    const emit = (event: AgentEvent) => working && context.emit?.(event);
    const own = { callId: call.call_id, emit, progress, signal };
    const work = tool.call(readArguments(tool, call), own);
    const result = await orLeaveBehind(work, signal);
    const { output, details } = result ?? {};
    if (typeof output !== "string") throw new Error(`${call.name} ended without an output.`);
    context.emit?.({ type: "tool.execution.finished", ...identity, output, details });
    return output;
  } catch (error) {
    const message = describeFailure(error, call.name);
    context.emit?.({ type: "tool.execution.failed", ...identity, error: message });
    return message;
  } finally {
    working = false;
  }
}

function describeUnknown(name: string, tools: ToolMap): string {
  return `No tool named ${JSON.stringify(name.slice(0, 100))}. Use one of: ${[...tools.keys()].join(", ")}.`;
}

function describeFailure(error: unknown, name: string): string {
  const message = error instanceof Error ? error.message : error;
  return typeof message === "string" && message ? message : `${name} failed and gave no reason.`;
}
