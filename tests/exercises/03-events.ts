import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const events: Exercise = {
  folder: "03-events",
  steps: [
    {
      builds: [
        "session.ts#AgentSession.subscribe+AgentSession.runTurn+AgentSession.runAgent+AgentSession.publish",
      ],
    },
    {
      builds: [
        "agent.ts#Agent.runOneUserTurn",
        "normalize-agent-event.ts#normalizeAgentEvent",
        "session.ts#AgentSession.runAgent",
      ],
    },
    { builds: ["tools/registry.ts#handleToolCall"] },
    {
      builds: [
        "session.ts#AgentSession.queue+AgentSession.publishing+AgentSession.dispatch+AgentSession.runAgent+AgentSession.publish+tell",
      ],
    },
  ],
  start: [
    { file: "session.ts", find: "  private readonly queue: SessionEvent[] = [];\n", replace: "" },
    { file: "session.ts", find: "  private publishing = false;\n", replace: "" },
    {
      file: "session.ts",
      find: "An event that a listener causes waits until everyone has seen the one before it.",
      replace: "Gives an event its header, and tells everyone who listens.",
    },
    { file: "session.ts", symbol: "AgentSession.subscribe", step: 1, body: "return () => {};" },
    {
      ...{ file: "session.ts", symbol: "AgentSession.runTurn", step: 1 },
      body: "await this.options.agent.runOneUserTurn(text);",
    },
    { file: "session.ts", symbol: "AgentSession.runAgent", step: 1 },
    { file: "session.ts", symbol: "AgentSession.publish", step: 1 },
    {
      ...{ file: "session.ts", symbol: "AgentSession.dispatch", step: 4 },
      body: "await this.runTurn(command.text, this.options.newId());",
    },
    { file: "session.ts", symbol: "tell", step: 4, body: "listener(event);" },
    {
      file: "agent.ts",
      find: "    const tools = this.options.tools ?? new Map();",
      replace: `    // Step 2: Agent.runOneUserTurn is not written yet.
    const tools = this.options.tools ?? new Map();`,
    },
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
    {
      file: "tools/registry.ts",
      find: `  try {
    if (context.refusal)`,
      replace: `  // Step 3: handleToolCall is not written yet.
  try {
    if (context.refusal)`,
    },
  ],
  wrong: [
    {
      title: "Messages are told after the calls of their response.",
      shownBy: { scenario: "text-beside-call" },
      file: "agent.ts",
      find: `        const message = messageText(item);
        if (message) turn?.emit({ type: "assistant.message", text: message });
        if (item.type !== "function_call") continue;
        const output = await handleToolCall(tools, item, { refusal, ...turn });
        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
      }`,
      replace: `        if (item.type !== "function_call") continue;
        const output = await handleToolCall(tools, item, { refusal, ...turn });
        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
      }
      for (const item of response.output) {
        const message = messageText(item);
        if (message) turn?.emit({ type: "assistant.message", text: message });
      }`,
    },
    {
      title: "A call is told by the id of its item, which is not the id of the call.",
      shownBy: { scenario: "text-beside-call" },
      file: "tools/registry.ts",
      find: "callId: call.call_id,",
      replace: 'callId: call.id ?? "",',
    },
    {
      title: "A call starts only once its tool is found: an unknown tool fails without a start.",
      shownBy: { scenario: "unknown-tool" },
      file: "tools/registry.ts",
      find: `  context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
  try {
    if (context.refusal) throw new Error(context.refusal);
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
`,
      replace: `  try {
    if (context.refusal) throw new Error(context.refusal);
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
    context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
`,
    },
    {
      title: "The start of a call is told when its tool is done.",
      shownBy: { scenario: "run-command" },
      file: "tools/registry.ts",
      find: `  context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
  try {
    if (context.refusal) throw new Error(context.refusal);
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
    const result = await tool.call(readArguments(tool, call), { progress });
`,
      replace: `  try {
    if (context.refusal) throw new Error(context.refusal);
    const tool = tools.get(call.name);
    if (!tool) throw new Error(describeUnknown(call.name, tools));
    const result = await tool.call(readArguments(tool, call), { progress });
    context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
`,
    },
    {
      title: "A call that failed is told as finished as well.",
      shownBy: { scenario: "tool-throws" },
      file: "tools/registry.ts",
      find: `    context.emit?.({ type: "tool.execution.failed", ...identity, error: message });
    return message;
  } finally {
    working = false;
`,
      replace: `    context.emit?.({ type: "tool.execution.failed", ...identity, error: message });
    context.emit?.({ type: "tool.execution.finished", ...identity, output: message });
    return message;
  } finally {
    working = false;
`,
    },
    {
      title: "A turn that failed is completed as well.",
      shownBy: { scenario: "model-error" },
      file: "session.ts",
      find: `      return { type: "turn.failed", error: reason };`,
      replace: `      this.publish({ type: "turn.failed", error: reason }, turnId);
      return { type: "turn.completed" };`,
    },
    {
      title: "The ending is told while the session still says that it runs.",
      file: "session.ts",
      find: `    this.status = "idle";
    this.publish(ending, turnId);`,
      replace: `    this.publish(ending, turnId);
    this.status = "idle";`,
    },
    {
      title: "What a tool reports after the end of its call is told.",
      file: "tools/registry.ts",
      find: "    if (working) context.emit",
      replace: "    context.emit",
    },
    {
      title: "Every turn begins to count again.",
      file: "session.ts",
      find: `    this.status = "running";
`,
      replace: `    this.status = "running";
    this.sequence = 0;
`,
    },
    {
      title: "An event is told at once, also in the middle of another.",
      file: "session.ts",
      find: `    if (this.publishing) return;
`,
      replace: "",
    },
    {
      title: "What an agent says after its turn is told, behind the ending.",
      file: "session.ts",
      find: "      if (!over) this.publish(",
      replace: "      this.publish(",
    },
  ],
};
