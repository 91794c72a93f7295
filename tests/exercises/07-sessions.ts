import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const sessions: Exercise = {
  folder: "07-sessions",
  steps: [
    { builds: ["tell-responses.ts#tellResponses"] },
    { builds: ["conversation.ts#reduceConversation", "conversation.ts#answer"] },
    { builds: ["unfinished-turn.ts#endUnfinished"] },
    { builds: ["conversation.ts#reduceConversation", "conversation.ts#answerOpenCalls"] },
  ],
  start: [
    {
      ...{ file: "tell-responses.ts", symbol: "tellResponses", step: 1 },
      body: "return createResponse;",
    },
    {
      ...{ file: "conversation.ts", symbol: "reduceConversation", step: 2 },
      body: "return history;",
    },
    {
      file: "conversation.ts",
      find: `/** An output without its call is as bad as a call without its output. */
function answer(history: Conversation, callId: string, output: string): void {
  if (openCalls(history).some(({ call_id }) => call_id === callId)) {
    history.push({ type: "function_call_output", call_id: callId, output });
  }
}

function answerOpenCalls(history: Conversation): void {
  for (const { call_id } of openCalls(history)) {
    history.push({ type: "function_call_output", call_id, output: LOST });
  }
}

`,
      replace: "",
    },
    {
      ...{ file: "unfinished-turn.ts", symbol: "endUnfinished", step: 3 },
      body: "return [];",
    },
  ],
  wrong: [
    {
      title: "A response is told without its items, so the session forgets what the model sent.",
      shownBy: { scenario: "text-beside-call" },
      file: "tell-responses.ts",
      find: "items: output,",
      replace: "items: [],",
    },
    {
      title: "The messages are remembered twice: from the response, and from their own event.",
      file: "conversation.ts",
      find: `    // now the agent takes the list over`,
      replace: `    case "assistant.message":
      history.push({ role: "assistant", content: textOrEmpty(event.text) });
      break;
    // now the agent takes the list over`,
    },
    {
      title: "What went wrong in a call is no output of it.",
      file: "conversation.ts",
      find: `    case "tool.failed":
      answer(history, event.callId, textOrEmpty(event.error));
      break;
`,
      replace: "",
    },
    {
      title: "An output is added whether its call is open or not.",
      file: "conversation.ts",
      find: "  if (openCalls(history).some(({ call_id }) => call_id === callId)) {",
      replace: "  if (callId) {",
    },
    {
      title: "A call is taken for answered because one with its id was, in another turn.",
      file: "conversation.ts",
      find: "  if (openCalls(history).some(({ call_id }) => call_id === callId)) {",
      replace: `  const isAnswered = history.some(
    (item) => item.type === "function_call_output" && item.call_id === callId,
  );
  if (!isAnswered && openCalls(history).some(({ call_id }) => call_id === callId)) {`,
    },
    {
      title: "Calls that had not begun get no ends.",
      file: "unfinished-turn.ts",
      find: `    const call = { callId: item.call_id, name: item.name };
    events.push({ type: "tool.started", ...call, args: item.arguments });
    events.push({ type: "tool.failed", ...call, error: NOT_RUN });
`,
      replace: "",
    },
    {
      title: "A call that had not begun fails without a start.",
      file: "unfinished-turn.ts",
      find: `    events.push({ type: "tool.started", ...call, args: item.arguments });
`,
      replace: "",
    },
    {
      title: "The call that ran when the program died is closed behind all others.",
      file: "unfinished-turn.ts",
      find: `  if (running) events.push({ type: "tool.failed", ...running, error });
  for (const item of untold) {
    if (item.type !== "function_call") {
      events.push({ type: "assistant.message", text: messageText(item) });
      continue;
    }
    const call = { callId: item.call_id, name: item.name };
    events.push({ type: "tool.started", ...call, args: item.arguments });
    events.push({ type: "tool.failed", ...call, error: NOT_RUN });
  }
`,
      replace: `  for (const item of untold) {
    if (item.type !== "function_call") {
      events.push({ type: "assistant.message", text: messageText(item) });
      continue;
    }
    const call = { callId: item.call_id, name: item.name };
    events.push({ type: "tool.started", ...call, args: item.arguments });
    events.push({ type: "tool.failed", ...call, error: NOT_RUN });
  }
  if (running) events.push({ type: "tool.failed", ...running, error });
`,
    },
    {
      title: "Messages that were not told are lost: only calls are closed.",
      file: "unfinished-turn.ts",
      find: `      events.push({ type: "assistant.message", text: messageText(item) });
`,
      replace: "",
    },
    {
      title: "What the call had printed is not said.",
      file: "unfinished-turn.ts",
      find: "...running, error });",
      replace: "...running, error: RUNNING });",
    },
    {
      title: "A call whose output was lost stays open when the next message comes.",
      file: "conversation.ts",
      find: `    case "user.message":
      answerOpenCalls(history);
`,
      replace: `    case "user.message":
`,
    },
  ],
};
