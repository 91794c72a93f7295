import { readItems } from "./check-items.ts";
import { checkPairs } from "./check-pairs.ts";
import { checkReasoning, refuseUnknownItem } from "./check-reasoning.ts";
import type { Item } from "./conversation.ts";
import type { JsonObject } from "./json-value.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { StoredResponses } from "./stored.ts";

/** What the model sees: the kept conversation, then the request's items, with references resolved. */
export function readConversation(
  body: JsonObject,
  stored: StoredResponses,
  knowsOnlyItsOwn: boolean,
): Item[] | Refusal {
  const store = body.store !== false;
  const before = readBefore(body.previous_response_id, stored);
  if (!Array.isArray(before)) return before;
  const items = readOwnItems(body);
  if (!Array.isArray(items)) return items;
  const conversation = [...before];
  for (const item of items) {
    const id = String(item.id);
    const real = item.type === "item_reference" ? stored.item(id) : item;
    if (!real) return refuseUnknownItem(id, store);
    conversation.push(real);
  }
  return (
    checkPairs(conversation) ??
    checkReasoning(conversation, stored, { store, knowsOnlyItsOwn }) ??
    conversation
  );
}

function readBefore(responseId: unknown, stored: StoredResponses): Item[] | Refusal {
  if (typeof responseId !== "string") return [];
  const message = `Previous response with id '${responseId}' not found.`;
  return (
    stored.conversationOf(responseId) ??
    refuse(message, "previous_response_id", "previous_response_not_found")
  );
}

function readOwnItems({ input, previous_response_id }: JsonObject): Item[] | Refusal {
  const continues = typeof previous_response_id === "string";
  const empty = input === undefined || input === null;
  if (!empty && (continues || !isEmptyList(input))) return readItems(input);
  if (continues) return [];
  if (empty) {
    const message = 'One of "input" or "previous_response_id" must be provided.';
    return refuse(message, "input", "missing_required_parameter");
  }
  const message =
    "Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  return refuse(message, "input", "empty_array");
}

function isEmptyList(input: unknown): boolean {
  return Array.isArray(input) && input.length === 0;
}
