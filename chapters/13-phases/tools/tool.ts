import type { ToolDetails, ToolStream } from "../../../shared/events.ts";

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
  /** Shows some of what the tool prints, before its output is complete. */
  progress(stream: ToolStream, text: string): void;
  /** Aborted when the user cancels the turn: whoever works then ends, with an error that holds what there is. */
  signal?: AbortSignal;
};

export type Tool = {
  description: string;
  arguments: ToolArgument[];
  /** What it throws is read by the model, so the message says what to do instead. */
  call(args: ToolArguments, context?: ToolContext): ToolResult | Promise<ToolResult>;
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
