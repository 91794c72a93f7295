import { type Item, isFromModel } from "./conversation.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { ReasonedCall, StoredResponses } from "./stored.ts";

/** Reasoning goes back as it came: readable for the server, and beside what it led to. */
export function checkReasoning(
  conversation: Item[],
  stored: StoredResponses,
  { store, knowsOnlyItsOwn }: { store: boolean; knowsOnlyItsOwn: boolean },
): Refusal | undefined {
  const believed = store && !knowsOnlyItsOwn;
  for (const [index, item] of conversation.entries()) {
    if (item.type !== "reasoning") continue;
    const readable = Boolean(item.encrypted_content) || believed || stored.item(String(item.id));
    if (!readable) return refuseUnknownItem(String(item.id), store);
    const following = conversation.slice(index + 1).find(({ type }) => type !== "reasoning");
    if (!following || !isFromModel(following)) return refuseLoneReasoning(item);
  }
  return checkReasonedCalls(conversation, stored.reasonedCalls());
}

/** The API's words for an id that it does not know: they name the usual reason. */
export function refuseUnknownItem(id: string, store: boolean): Refusal {
  const reason =
    " Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.";
  return refuse(`Item with id '${id}' not found.${store ? "" : reason}`, "input", null, 404);
}

function refuseLoneReasoning({ id }: Item): Refusal {
  const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
  return refuse(message, "input");
}

/** Only where the client gave the items back with their ids: without them nothing links the two. */
function checkReasonedCalls(conversation: Item[], pairs: ReasonedCall[]): Refusal | undefined {
  const ids = new Set<unknown>(conversation.map(({ id }) => id));
  for (const { reasoning, call } of pairs) {
    if (ids.has(reasoning.id) === ids.has(call.id)) continue;
    const given = conversation.find(({ id }) => id === reasoning.id || id === call.id);
    if (!given) continue;
    if (given.type === "reasoning") {
      const callGiven = conversation.some((item) => isSameCall(item, call));
      if (isSameReasoning(given, reasoning) && !callGiven) return refuseLoneReasoning(reasoning);
    } else if (isSameCall(given, call)) {
      const message = `Item '${call.id}' of type 'function_call' was provided without its required 'reasoning' item: '${reasoning.id}'.`;
      return refuse(message, "input");
    }
  }
  return undefined;
}

/** Ids count from 1 in every server, so an old session may hold another item with the same id. */
function isSameCall(item: Item, call: Item): boolean {
  return (["call_id", "name", "arguments"] as const).every((key) => item[key] === call[key]);
}

function isSameReasoning(item: Item, reasoning: Item): boolean {
  return JSON.stringify(item.summary) === JSON.stringify(reasoning.summary);
}
