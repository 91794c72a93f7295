import type { Responses } from "openai/resources";
import type { AgentEvent } from "../../../shared/events.ts";
import type { ToolContext } from "./tool.ts";

type Listener = (event: AgentEvent) => void;

/** Two edges of one call, and a progress that is only heard between them. */
export const callStory = (call: Responses.ResponseFunctionToolCall, emit: Listener = () => {}) => {
  const { call_id: callId, name, arguments: args } = call;
  const state = { over: false };
  const close = (event: AgentEvent) => {
    state.over = true;
    emit(event);
  };
  const progress: ToolContext["progress"] = (stream, text) => {
    if (state.over) return;
    emit({ type: "tool.execution.progress", callId, name, stream, text });
  };
  return {
    progress,
    started: () => emit({ type: "tool.execution.started", callId, name, args }),
    finished: (output: string) =>
      close({ type: "tool.execution.finished", callId, name, output }),
    failed: (error: string) => close({ type: "tool.execution.failed", callId, name, error }),
  };
};
