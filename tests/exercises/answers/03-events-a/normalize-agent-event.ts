import type { AgentEvent, SessionEventBody } from "../../shared/events.ts";

/** From the agent's words to the session's. The one place that knows both. */
export const normalizeAgentEvent = (event: AgentEvent): SessionEventBody => {
  switch (event.type) {
    case "tool.execution.started":
      return { ...event, type: "tool.started" };
    case "tool.execution.progress":
      return { ...event, type: "tool.progress" };
    case "tool.execution.finished":
      return { ...event, type: "tool.finished" };
    case "tool.execution.failed":
      return { ...event, type: "tool.failed" };
    default:
      return event;
  }
};
