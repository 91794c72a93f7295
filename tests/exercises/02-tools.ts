import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const tools: Exercise = {
  folder: "02-tools",
  steps: [
    { builds: ["tools/registry.ts#toolDefinitions"] },
    { builds: ["tools/registry.ts#handleToolCall"] },
    { builds: ["agent.ts#Agent.runOneUserTurn"] },
    { builds: ["agent.ts#Agent.runOneUserTurn+whyNotRun"] },
  ],
  start: [
    { file: "tools/registry.ts", symbol: "toolDefinitions", step: 1, body: "return [];" },
    { file: "tools/registry.ts", symbol: "handleToolCall", step: 2, body: 'return "";' },
    { file: "agent.ts", symbol: "Agent.runOneUserTurn", as: "before" },
    {
      file: "agent.ts",
      find: "    const { createResponse, model, instructions } = this.options;",
      replace: `    // Step 3: Agent.runOneUserTurn is not written yet.
    const { createResponse, model, instructions } = this.options;`,
    },
    { file: "agent.ts", symbol: "whyNotRun", step: 4, body: "return undefined;" },
  ],
  wrong: [
    {
      title: "The error of a tool ends the turn.",
      shownBy: { scenario: "tool-throws" },
      file: "tools/registry.ts",
      find: "    return describeFailure(error, call.name);",
      replace: "    throw error;",
    },
    {
      title: "An output stands before its call in the history.",
      shownBy: { scenario: "two-calls" },
      file: "agent.ts",
      find: `      this.history.push(...(response.output as Responses.ResponseInputItem[]));
      const answered = response.output.every((item) => item.type !== "function_call");
      const refusal = whyNotRun(response, round === maxToolTurns);
      for (const item of response.output) {
        if (item.type !== "function_call") continue;
        const output = await handleToolCall(tools, item, { refusal });
        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
      }
`,
      replace: `      const answered = response.output.every((item) => item.type !== "function_call");
      const refusal = whyNotRun(response, round === maxToolTurns);
      for (const item of response.output) {
        if (item.type !== "function_call") continue;
        const output = await handleToolCall(tools, item, { refusal });
        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
      }
      this.history.push(...(response.output as Responses.ResponseInputItem[]));
`,
    },
    {
      title: "All calls of a response run at once.",
      shownBy: { scenario: "two-calls" },
      file: "agent.ts",
      find: `      for (const item of response.output) {
        if (item.type !== "function_call") continue;
        const output = await handleToolCall(tools, item, { refusal });
        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
      }
`,
      replace: `      const calls = response.output.filter((item) => item.type === "function_call");
      await Promise.all(
        calls.map(async (item) => {
          const output = await handleToolCall(tools, item, { refusal });
          this.history.push({ type: "function_call_output", call_id: item.call_id, output });
        }),
      );
`,
    },
    {
      title: "A call that was cut off is run.",
      shownBy: { scenario: "cut-off-call" },
      file: "agent.ts",
      find: `  if (response.status === "incomplete") {
    return "Not run: the response was cut off, and the call may be. Ask again, for less.";
  }
`,
      replace: "",
    },
    {
      title: "The calls of the round that is one too many are run.",
      shownBy: { scenario: "too-many-tool-turns" },
      file: "agent.ts",
      find: `  if (limitReached) return "Not run: too many responses of this turn have asked for tools.";
`,
      replace: "",
    },
    {
      title: "The limit ends the turn before the calls are answered.",
      shownBy: { scenario: "too-many-tool-turns" },
      file: "agent.ts",
      find: `      for (const item of response.output) {
`,
      replace: `      if (round === maxToolTurns && !answered) break;
      for (const item of response.output) {
`,
    },
    {
      title: "The limit is one response too low.",
      shownBy: { scenario: "too-many-tool-turns" },
      file: "agent.ts",
      find: "whyNotRun(response, round === maxToolTurns)",
      replace: "whyNotRun(response, round + 1 >= maxToolTurns)",
    },
    {
      title: "An output goes by the id of the item, which is not the id of the call.",
      shownBy: { scenario: "two-calls" },
      file: "agent.ts",
      find: "call_id: item.call_id, output",
      replace: "call_id: item.id ?? item.call_id, output",
    },
    {
      title: "Only the first call of a response is answered.",
      shownBy: { scenario: "two-calls" },
      file: "agent.ts",
      find: `        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
`,
      replace: `        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
        break;
`,
    },
    {
      title: "A response with text is taken for the answer, although it has a call.",
      shownBy: { scenario: "texts-between-calls" },
      file: "agent.ts",
      find: "if (answered) return response.output_text;",
      replace: "if (answered || response.output_text) return response.output_text;",
    },
    {
      title: "A schema allows arguments that the tool did not declare.",
      shownBy: { scenario: "two-calls" },
      file: "tools/registry.ts",
      find: "additionalProperties: false,",
      replace: "additionalProperties: true,",
    },
    {
      title: "The model is told that a call failed, and not why.",
      shownBy: { scenario: "tool-throws" },
      file: "tools/registry.ts",
      find: "    return describeFailure(error, call.name);",
      replace: `    return \`\${call.name} failed.\`;`,
    },
    {
      title: "Of a response only its messages and calls go back, and not its reasoning.",
      file: "agent.ts",
      find: "this.history.push(...(response.output as Responses.ResponseInputItem[]));",
      replace: `const kept = response.output.filter((item) => item.type !== "reasoning");
      this.history.push(...(kept as Responses.ResponseInputItem[]));`,
    },
  ],
};
