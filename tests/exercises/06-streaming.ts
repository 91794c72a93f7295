import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const streaming: Exercise = {
  folder: "06-streaming",
  steps: [
    { builds: ["openai-stream.ts#openaiStream", "openai-stream.ts#readResponse"] },
    { builds: ["state/draft.ts"] },
    { builds: ["openai-stream.ts#openaiStream", "openai-stream.ts#readResponse"] },
  ],
  start: [
    {
      ...{ file: "openai-stream.ts", symbol: "openaiStream", step: 1 },
      body: "return openaiResponses(client);",
    },
    {
      ...{ file: "openai-stream.ts", symbol: "readResponse", step: 1 },
    },
    {
      file: "openai-stream.ts",
      find: `import { usable } from "./openai.ts";`,
      replace: `import { openaiResponses, usable } from "./openai.ts";`,
    },
    { file: "state/draft.ts", symbol: "reduceDraft", step: 2, body: "return draft;" },
    {
      file: "state/draft.ts",
      find: `

function grow(
  draft: readonly DraftItem[],
  kind: DraftItem["kind"],
  piece: unknown,
): readonly DraftItem[] {
  const last = draft.at(-1);
  const text = textOrEmpty(piece);
  if (last?.kind !== kind) return [...draft, { kind, text }];
  return draft.with(-1, { kind, text: last.text + text });
}`,
      replace: "",
    },
    {
      file: "state/draft.ts",
      find: `const empty: DraftItem = { kind: "draft", text: "" };

`,
      replace: "",
    },
  ],
  wrong: [
    {
      title: "A message is told when it is written, and by the agent once more.",
      shownBy: { scenario: "two-calls" },
      file: "openai-stream.ts",
      find: "      return usable(await readResponse(streamEvents(client, request, idleMs), pieces));",
      replace: `      const response = usable(await readResponse(streamEvents(client, request, idleMs), pieces));
      if (pieces.text()) turn?.emit({ type: "assistant.message", text: pieces.text() });
      return response;`,
    },
    {
      title: "A stream that ends without its final event makes a response of what is there.",
      shownBy: { scenario: "stream-ends-early" },
      file: "openai-stream.ts",
      find: `  throw new Error("The response ended in the middle: the server closed the stream too early.");`,
      replace: `  const response = { output_text: "" } as Responses.Response;
  return withItems({ type: "response.completed", response, sequence_number: 0 }, [
    ...done.values(),
  ]);`,
    },
    {
      title: "Thoughts are told as if they were the answer.",
      shownBy: { scenario: "reasoning" },
      file: "openai-stream.ts",
      find: `      case "response.reasoning_summary_text.delta":
        pieces.think(`,
      replace: `      case "response.reasoning_summary_text.delta":
        pieces.write(`,
    },
    {
      title: "The output of the final event is taken as it is, also when it is empty.",
      shownBy: { scenario: "empty-final-output" },
      file: "openai-stream.ts",
      find: "        return withItems(event, [...done.values()]);",
      replace: "        return event.response;",
    },
    {
      title: "A response that was cut off is taken for a whole one, and its call is run.",
      shownBy: { scenario: "cut-off-call" },
      file: "openai-stream.ts",
      find: `      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return withItems(event, [...done.values()]);`,
      replace: `      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return { ...withItems(event, [...done.values()]), status: "completed" };`,
    },
    {
      title: "Nothing tells what was there when a response breaks off.",
      shownBy: { scenario: "stream-ends-early" },
      file: "openai-stream.ts",
      find: `      if (text) turn?.emit({ type: "assistant.interrupted", text });
`,
      replace: "",
    },
    {
      title: "An answer is told as interrupted also when it is whole.",
      shownBy: { scenario: "two-calls" },
      file: "openai-stream.ts",
      find: `    } catch (error) {
      const text = pieces.text();
      if (text) turn?.emit({ type: "assistant.interrupted", text });
      throw error;
    }`,
      replace: `    } finally {
      const text = pieces.text();
      if (text) turn?.emit({ type: "assistant.interrupted", text });
    }`,
    },
    {
      title: "All messages of a response have the same place, so the second runs into the first.",
      file: "openai-stream.ts",
      find: "event.output_index ?? event.item_id",
      replace: `"message"`,
    },
    {
      title:
        "Only the message ends the draft, so it outlives a call, a broken answer and its turn.",
      file: "state/draft.ts",
      find: `    case "turn.started":
    case "assistant.message":
    case "assistant.interrupted":
    case "tool.started":
    case "turn.completed":
    case "turn.failed":
`,
      replace: `    case "assistant.message":
`,
    },
    {
      title: "The last item of the draft grows in place, and the state before changes with it.",
      file: "state/draft.ts",
      find: "  return draft.with(-1, { kind, text: last.text + text });",
      replace: `  last.text += text;
  return draft;`,
    },
  ],
};
