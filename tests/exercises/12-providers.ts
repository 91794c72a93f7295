import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const providers: Exercise = {
  folder: "12-providers",
  steps: [
    { builds: ["chat-request.ts#addItem", "chat-request.ts#openAssistant"] },
    { builds: ["settings.ts#reduceSettings"] },
    { builds: ["conversation.ts#reduceConversation", "conversation.ts#portable"] },
    { builds: ["stored-responses.ts#storedResponses", "stored-responses.ts#continues"] },
  ],
  start: [
    {
      ...{ file: "chat-request.ts", symbol: "addItem", step: 1 },
      body: `if (item.type === "function_call_output") {
  const tool_call_id = shortId(item.call_id);
  messages.push({ role: "tool", tool_call_id, content: String(item.output) });
} else if ("role" in item && item.role === "user") {
  messages.push({ role: "user", content: textOf(item) });
}`,
    },
    {
      file: "chat-request.ts",
      find: `/** All that came in one response is one message there: the answers to its calls have to follow at once. */
function openAssistant(messages: Message[]): Chat.ChatCompletionAssistantMessageParam {
  const last = messages.at(-1);
  if (last?.role === "assistant") return last;
  const message: Chat.ChatCompletionAssistantMessageParam = { role: "assistant", content: null };
  messages.push(message);
  return message;
}

`,
      replace: "",
    },
    { file: "settings.ts", symbol: "reduceSettings", step: 2, body: "return settings;" },
    { file: "conversation.ts", symbol: "reduceConversation", as: "before" },
    { file: "conversation.ts", symbol: "portable", step: 3, body: "return [item];" },
    {
      ...{ file: "stored-responses.ts", symbol: "storedResponses", step: 4 },
      body: "return createResponse;",
    },
    {
      file: "stored-responses.ts",
      find: `/** What stands behind the items that are known; undefined where they are not how it begins. */
function continues(input: Items, known: Items): Items | undefined {
  if (!isDeepStrictEqual(input.slice(0, known.length), known)) return undefined;
  return input.slice(known.length);
}

`,
      replace: "",
    },
  ],
  wrong: [
    {
      title: "Each item is a message of its own.",
      shownBy: { scenario: "two-calls", provider: "chat", wire: true },
      file: "chat-request.ts",
      find: `  const last = messages.at(-1);
  if (last?.role === "assistant") return last;
  const message`,
      replace: "  const message",
    },
    {
      title: "What is known ends in front of the response.",
      shownBy: { scenario: "two-calls", provider: "stored", wire: true },
      file: "stored-responses.ts",
      find: "items: [...input, ...(response.output as Items)]",
      replace: "items: input",
    },
    {
      title: "A second text takes the place of the first.",
      file: "chat-request.ts",
      find: "message.content = before + textOf(item);",
      replace: "message.content = textOf(item);",
    },
    {
      title: "The fold trusts what a log says.",
      file: "settings.ts",
      find: `        provider: textOrEmpty(event.provider),
        model: textOrEmpty(event.model),`,
      replace: `        provider: event.provider,
        model: event.model,`,
    },
    {
      title: "What was thought goes along to another provider.",
      file: "conversation.ts",
      find: `  if (item.type === "reasoning") return [];
`,
      replace: "",
    },
    {
      title: "A message of the model goes along as the item of one server.",
      file: "conversation.ts",
      find: `  if (item.type === "message" && item.role === "assistant") {
    return [{ role: "assistant", content: messageText(item as Responses.ResponseOutputMessage) }];
  }
`,
      replace: "",
    },
    {
      title: "Nobody asks the server to remember.",
      file: "stored-responses.ts",
      find: "createResponse({ ...body, store: true }, turn)",
      replace: "createResponse(body, turn)",
    },
    {
      title: "A conversation that is longer is taken for one that goes on.",
      file: "stored-responses.ts",
      find: "if (!isDeepStrictEqual(input.slice(0, known.length), known)) return undefined;",
      replace: "if (input.length < known.length) return undefined;",
    },
    {
      title: "A server that has forgotten ends the turn.",
      file: "stored-responses.ts",
      find: `await ask(rest ? short : request).catch((error: unknown) => {
      if (!rest || !isForgotten(error)) throw error;
      return ask({ ...request, input: input.flatMap(portable) });
    });
`,
      replace: `await ask(rest ? short : request);
`,
    },
  ],
};
