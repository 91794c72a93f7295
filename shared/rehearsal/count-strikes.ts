import type { Item } from "./conversation.ts";
import type { ScriptedResponse } from "./scenario.ts";

/**
 * Whether a fault strikes. One with a number of times is over when the same conversation has met it that often; the request
 * after that is answered, and the count begins anew.
 */
export function countStrikes(): (script: ScriptedResponse, conversation: Item[]) => boolean {
  const counts = new Map<string, number>();
  return ({ fault, times }, conversation) => {
    if (fault === undefined || times === undefined) return fault !== undefined;
    const key = JSON.stringify(conversation);
    const count = counts.get(key) ?? 0;
    if (count < times) counts.set(key, count + 1);
    else counts.delete(key);
    return count < times;
  };
}
