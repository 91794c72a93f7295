import type { Responses } from "openai/resources";
import type { AgentEvent } from "../../../shared/events.ts";
import { callStory } from "./call-story.ts";
import { getCurrentTime } from "./get-current-time.ts";
import { listWorkspace } from "./list-workspace.ts";
import { readArguments } from "./read-arguments.ts";
import { readWorkspaceFile } from "./read-workspace-file.ts";
import { runCommand } from "./run-command.ts";
import { searchWorkspace } from "./search-workspace.ts";
import type { ToolContext, ToolMap } from "./tool.ts";

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
export const handleToolCall = async (
  tools: ToolMap,
  call: Responses.ResponseFunctionToolCall,
  context: CallContext = {},
): Promise<string> => {
  const story = callStory(call, (event) => context.emit?.(event));
  story.started();
  const answer = await attempt(tools, call, context.refusal, story.progress);
  if (answer.ok) story.finished(answer.text);
  else story.failed(answer.text);
  return answer.text;
};

const attempt = async (
  tools: ToolMap,
  call: Responses.ResponseFunctionToolCall,
  refusal: string | undefined,
  progress: ToolContext["progress"],
): Promise<{ ok: boolean; text: string }> => {
  try {
    if (refusal) throw new Error(refusal);
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
    const result = await tool.call(readArguments(tool, call), { progress });
    const output = result?.output;
    if (typeof output !== "string") throw new Error(`${call.name} ended without an output.`);
    return { ok: true, text: output };
  } catch (error) {
    return { ok: false, text: describeFailure(error, call.name) };
  }
};

function describeUnknown(name: string, tools: ToolMap): string {
  return `No tool named ${JSON.stringify(name.slice(0, 100))}. Use one of: ${[...tools.keys()].join(", ")}.`;
}

function describeFailure(error: unknown, name: string): string {
  const message = error instanceof Error ? error.message : error;
  return typeof message === "string" && message ? message : `${name} failed and gave no reason.`;
}
