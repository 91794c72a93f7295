import type { Responses } from "openai/resources";
import type { NewEvent } from "./list-events.ts";

/** From `output_item.added` to `output_item.done`. The pieces, joined, are what the model wrote. */
export function eventsOfItem(
  item: Responses.ResponseOutputItem,
  output_index: number,
  pieces: string[],
): NewEvent[] {
  return [
    { type: "response.output_item.added", output_index, item: emptied(item) },
    ...eventsOfContent(item, { item_id: item.id ?? "", output_index }, pieces),
    { type: "response.output_item.done", output_index, item },
  ];
}

function emptied(item: Responses.ResponseOutputItem): Responses.ResponseOutputItem {
  switch (item.type) {
    case "message":
      return { ...item, status: "in_progress", content: [] };
    case "function_call":
      return { ...item, status: "in_progress", arguments: "" };
    case "reasoning":
      return { id: item.id, type: "reasoning", summary: [] };
    default:
      return item;
  }
}

type Place = { item_id: string; output_index: number };

/** Every message has one part, and every reasoning one summary. */
function eventsOfContent(
  item: Responses.ResponseOutputItem,
  place: Place,
  pieces: string[],
): NewEvent[] {
  if (item.type === "function_call") return eventsOfArguments(item, place, pieces);
  if (item.type === "reasoning") {
    return item.summary.flatMap((part) => eventsOfSummary(part, place, pieces));
  }
  if (item.type !== "message") return [];
  return item.content.flatMap((part) =>
    part.type === "refusal"
      ? eventsOfRefusal(part, place, pieces)
      : eventsOfText(part, place, pieces),
  );
}

function eventsOfText(part: Responses.ResponseOutputText, to: Place, pieces: string[]): NewEvent[] {
  const place = { ...to, content_index: 0 };
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...pieces.map(
      (delta): NewEvent => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] }),
    ),
    { type: "response.output_text.done", ...place, text: part.text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
}

function eventsOfRefusal(
  part: Responses.ResponseOutputRefusal,
  to: Place,
  pieces: string[],
): NewEvent[] {
  const place = { ...to, content_index: 0 };
  return [
    { type: "response.content_part.added", ...place, part: { ...part, refusal: "" } },
    ...pieces.map((delta): NewEvent => ({ type: "response.refusal.delta", ...place, delta })),
    { type: "response.refusal.done", ...place, refusal: part.refusal },
    { type: "response.content_part.done", ...place, part },
  ];
}

function eventsOfSummary(
  part: Responses.ResponseReasoningItem.Summary,
  to: Place,
  pieces: string[],
): NewEvent[] {
  const place = { ...to, summary_index: 0 };
  return [
    { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
    ...pieces.map(
      (delta): NewEvent => ({ type: "response.reasoning_summary_text.delta", ...place, delta }),
    ),
    { type: "response.reasoning_summary_text.done", ...place, text: part.text },
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

function eventsOfArguments(
  call: Responses.ResponseFunctionToolCall,
  place: Place,
  pieces: string[],
): NewEvent[] {
  return [
    ...pieces.map(
      (delta): NewEvent => ({ type: "response.function_call_arguments.delta", ...place, delta }),
    ),
    {
      type: "response.function_call_arguments.done",
      ...place,
      name: call.name,
      arguments: call.arguments,
    },
  ];
}
