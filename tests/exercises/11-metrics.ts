import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const metrics: Exercise = {
  folder: "11-metrics",
  steps: [
    { builds: ["tell-requests.ts#tellRequests"] },
    {
      builds: [
        "session.ts#imports+AgentSession.measured+AgentSession.runTurn+AgentSession.publish",
      ],
    },
    { builds: ["metrics.ts"] },
    { builds: ["state/reduce-totals.ts#reduceTotals"] },
  ],
  start: [
    {
      ...{ file: "tell-requests.ts", symbol: "tellRequests", step: 1 },
      body: "return createResponse;",
    },
    {
      file: "session.ts",
      find: `import { nothingMeasured, reduceMetrics } from "./metrics.ts";
import { normalizeAgentEvent } from "./normalize-agent-event.ts";
import { metricsOf } from "./turn-metrics.ts";
`,
      replace: `import { normalizeAgentEvent } from "./normalize-agent-event.ts";
`,
    },
    {
      file: "session.ts",
      find: `  private measured = nothingMeasured;
`,
      replace: "",
    },
    {
      file: "session.ts",
      find: "this.publish(metricsOf(this.measured, ending, this.options.now().getTime()), turnId);",
      replace: "// Step 2: turn.metrics is not written yet.",
    },
    {
      file: "session.ts",
      find: `    this.measured = reduceMetrics(this.measured, published);
`,
      replace: "",
    },
    {
      ...{ file: "metrics.ts", symbol: "reduceMetrics", step: 3 },
      body: "return { sums, moments };",
    },
    {
      file: "metrics.ts",
      find: `function reduceMoments(moments: Moments, event: SessionEvent): Moments {
  const at = Date.parse(textOrEmpty(event.at)) || moments.last;
  switch (event.type) {
    case "turn.started":
      return { start: at, last: at, call: at, attempt: at };
    case "reasoning.delta":
    case "assistant.delta":
      // thousands of pieces: only the first one is a moment
      return moments.first === undefined ? { ...moments, first: at } : moments;
    case "model.responded":
      return { ...moments, first: moments.first ?? at, last: at };
    case "model.retrying":
      return { ...moments, attempt: at + (countOrNothing(event.delayMs) ?? 0), last: at };
    case "tool.started":
      return { ...moments, call: at, last: at };
    default:
      return { ...moments, last: at };
  }
}

function reduceSums(sums: Sums, event: SessionEvent, { call, last }: Moments): Sums {
  switch (event.type) {
    case "turn.started":
      return nothingMeasured.sums;
    // what was sent has cost something, also when no response ever says what
    case "model.requested":
      return { ...sums, requests: sums.requests + 1, tokens: addUnknown(sums.tokens, 1) };
    case "model.retrying":
      return { ...sums, requests: sums.requests + 1 };
    case "model.responded": {
      const used = tokensOfUsage(event.usage);
      return used ? { ...sums, tokens: addTokens(addUnknown(sums.tokens, -1), used) } : sums;
    }
    case "assistant.message":
      return { ...sums, chars: sums.chars + [...textOrEmpty(event.text)].length };
    case "tool.started":
      return { ...sums, toolCalls: sums.toolCalls + 1 };
    case "tool.finished":
    case "tool.failed":
      return { ...sums, toolMs: sums.toolMs + between(call, last) };
    default:
      return sums;
  }
}

`,
      replace: "",
    },
    {
      ...{ file: "state/reduce-totals.ts", symbol: "reduceTotals", step: 4 },
      body: "return totals;",
    },
  ],
  wrong: [
    {
      title: "A request is told when its response has come.",
      shownBy: { scenario: "greeting" },
      file: "tell-requests.ts",
      find: `  return (request, turn) => {
    turn?.emit({ type: "model.requested", model: String(request.model) });
    return createResponse(request, turn);
`,
      replace: `  return async (request, turn) => {
    const response = await createResponse(request, turn);
    turn?.emit({ type: "model.requested", model: String(request.model) });
    return response;
`,
    },
    {
      title: "The costs stand behind the ending.",
      shownBy: { scenario: "greeting" },
      file: "session.ts",
      find: `    this.publish(metricsOf(this.measured, ending, this.options.now().getTime()), turnId);
    this.status = "idle";
    this.publish(ending, turnId);
`,
      replace: `    this.status = "idle";
    this.publish(ending, turnId);
    this.publish(metricsOf(this.measured, ending, this.options.now().getTime()), turnId);
`,
    },
    {
      title:
        "Requests are told inside of the retries: model.requested counts as a piece, and nothing is tried again.",
      shownBy: { scenario: "overloaded" },
      file: "create-session.ts",
      find: "tellRequests(tellResponses(withRetries(createResponse, retries)))",
      replace: "tellResponses(withRetries(tellRequests(createResponse), retries))",
    },
    {
      title: "The tokens of a response take the place of those before.",
      shownBy: { scenario: "two-calls" },
      file: "metrics.ts",
      find: "tokens: addTokens(addUnknown(sums.tokens, -1), used)",
      replace: "tokens: used",
    },
    {
      title: "Further attempts are no requests.",
      shownBy: { scenario: "overloaded" },
      file: "metrics.ts",
      find: `    case "model.retrying":
      return { ...sums, requests: sums.requests + 1 };
`,
      replace: "",
    },
    {
      title:
        "The session is idle when it tells the costs: the next turn may begin before the ending.",
      file: "session.ts",
      find: `    this.publish(metricsOf(this.measured, ending, this.options.now().getTime()), turnId);
    this.status = "idle";
`,
      replace: `    this.status = "idle";
    this.publish(metricsOf(this.measured, ending, this.options.now().getTime()), turnId);
`,
    },
    {
      title: "Each piece is the first one.",
      file: "metrics.ts",
      find: "return moments.first === undefined ? { ...moments, first: at } : moments;",
      replace: "return { ...moments, first: at };",
    },
    {
      title: "What the model thinks is no piece.",
      file: "metrics.ts",
      find: `    case "reasoning.delta":
`,
      replace: "",
    },
    {
      title: "A response that comes whole is no first piece.",
      file: "metrics.ts",
      find: "return { ...moments, first: moments.first ?? at, last: at };",
      replace: "return { ...moments, last: at };",
    },
    {
      title: "The time of a call takes the place of that of the call before.",
      file: "metrics.ts",
      find: "toolMs: sums.toolMs + between(call, last)",
      replace: "toolMs: between(call, last)",
    },
    {
      title: "The characters of a message take the place of those before.",
      file: "metrics.ts",
      find: "chars: sums.chars + [...textOrEmpty(event.text)].length",
      replace: "chars: [...textOrEmpty(event.text)].length",
    },
    {
      title: "A call that failed took no time.",
      file: "metrics.ts",
      find: `    case "tool.failed":
`,
      replace: "",
    },
    {
      title: "A request without a response cost nothing.",
      file: "metrics.ts",
      find: "requests: sums.requests + 1, tokens: addUnknown(sums.tokens, 1) };",
      replace: "requests: sums.requests + 1 };",
    },
    {
      title: "A character outside of the first plane counts twice.",
      file: "metrics.ts",
      find: "[...textOrEmpty(event.text)].length",
      replace: "textOrEmpty(event.text).length",
    },
    {
      title: "The sums of a turn go on in the next.",
      file: "metrics.ts",
      find: `    case "turn.started":
      return nothingMeasured.sums;
`,
      replace: "",
    },
    {
      title: "The first piece of a turn is that of the first turn.",
      file: "metrics.ts",
      find: "return { start: at, last: at, call: at, attempt: at };",
      replace: "return { ...moments, start: at, last: at, call: at, attempt: at };",
    },
    {
      title: "The tokens of a session are those of its last turn.",
      file: "state/reduce-totals.ts",
      find: "tokens: addTokens(totals.tokens, tokensOfEvent(event.tokens)),",
      replace: "tokens: addTokens(noTokens, tokensOfEvent(event.tokens)),",
    },
  ],
};
