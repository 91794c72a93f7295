import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const events: Exercise = {
  folder: "03-events",
  scenario: "text-beside-call",
  steps: [
    { builds: ["session.ts#AgentSession"] },
    { builds: ["agent.ts#Agent.runOneUserTurn", "normalize-agent-event.ts#normalizeAgentEvent"] },
    { builds: ["tools/registry.ts#handleToolCall"] },
    { builds: ["session.ts#AgentSession"] },
    { builds: ["event-line.ts#eventLine"] },
  ],
  start: [
    {
      ...{ file: "session.ts", symbol: "AgentSession.runTurn", step: 1 },
      body: "await this.options.agent.runOneUserTurn(text);",
    },
    {
      file: "session.ts",
      symbol: "AgentSession.dispatch",
      step: 1,
      body: "await this.runTurn(command.text, this.options.newId());",
    },
    { file: "session.ts", symbol: "AgentSession.runAgent", step: 1 },
    { file: "session.ts", symbol: "AgentSession.publish", step: 1 },
    {
      file: "agent.ts",
      find: "await createResponse(request, turn)",
      replace: "await createResponse(request)",
    },
    {
      file: "agent.ts",
      find: `        const message = messageText(item);
        if (message) turn?.emit({ type: "assistant.message", text: message });
`,
      replace: "",
    },
    { file: "agent.ts", find: "{ refusal, ...turn }", replace: "{ refusal }" },
    {
      ...{ file: "normalize-agent-event.ts", symbol: "normalizeAgentEvent", step: 2 },
    },
    { file: "tools/registry.ts", symbol: "handleToolCall", as: "before" },
    { file: "event-line.ts", symbol: "eventLine", step: 5 },
  ],
  wrong: [
    {
      title: "Messages are told after the loop over the items.",
      file: "session.ts",
      find: `    this.status = "idle";
    this.publish(ending, turnId);`,
      replace: `    this.publish(ending, turnId);
    this.status = "idle";`,
    },
  ],
};
