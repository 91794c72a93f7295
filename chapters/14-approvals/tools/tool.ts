import type { AgentEvent, ToolDetails, ToolStream } from "../../../shared/events.ts";

export type ToolArgument = {
  name: string;
  type: "string" | "number" | "boolean";
  /** For the model: what to put in, units and limits included. */
  description: string;
};

/** Checked against the tool's declaration before the tool sees them. */
export type ToolArguments = Record<string, string | number | boolean>;

export type ToolResult = {
  /** What the model reads. */
  output: string;
  /** What a screen may say of it. */
  details?: ToolDetails;
};

/** What a call may use while it works. */
export type ToolContext = {
  callId: string;
  emit(event: AgentEvent): void;
  /** Shows some of what the tool prints, before its output is complete. */
  progress(stream: ToolStream, text: string): void;
  /** Aborted when the user cancels the turn: whoever works then ends, with an error that holds what there is. */
  signal?: AbortSignal;
};

/** What a call would do. `subject` is the exact command or path, `preview` all of it; nothing has happened yet. */
export type Proposal = {
  subject: string;
  preview: string;
  /** Does exactly what was shown, or throws. */
  run(context?: ToolContext): Promise<ToolResult>;
};

export type Tool = {
  description: string;
  arguments: ToolArgument[];
  /** What it throws is read by the model, so the message says what to do instead. */
  call(args: ToolArguments, context?: ToolContext): ToolResult | Promise<ToolResult>;
  /** Of a tool that changes something. Throws as `call` does. */
  propose?(args: ToolArguments): Promise<Proposal>;
};

export type ToolMap = Map<string, Tool>;

/** A tool from a closure. */
export function simpleTool(
  description: string,
  toolArguments: ToolArgument[],
  call: Tool["call"],
): Tool {
  return { description, arguments: toolArguments, call };
}

/** A tool that can say what it would do before it does it. By itself it asks nobody: that is for the wrapper. */
export function proposingTool(
  description: string,
  toolArguments: ToolArgument[],
  propose: (args: ToolArguments) => Promise<Proposal>,
): Tool {
  return {
    description,
    arguments: toolArguments,
    propose,
    call: async (args, context) => (await propose(args)).run(context),
  };
}
