import type { Responses } from "openai/resources";
import type { Item } from "./conversation.ts";

/** A reasoning item and the call that it led to, as the model gave them. */
export type ReasonedCall = { reasoning: Item; call: Item };

/** What the server remembers of its answers, in bounds: the oldest is forgotten first. */
export type StoredResponses = {
  /** Everything said up to and with that response. */
  conversationOf(responseId: string): Item[] | undefined;
  /** An output item of a response that was kept. */
  item(itemId: string): Item | undefined;
  /** Also of responses that were not kept: the API knows what it gave out. */
  reasonedCalls(): ReasonedCall[];
  remember(response: Answered, before: Item[], keep: boolean): void;
};

type Answered = Pick<Responses.Response, "id" | "output">;
type Entry = { size: number; conversation?: Item[]; items: Item[]; reasonedCalls: ReasonedCall[] };

/** `limits`: how many responses, and how many characters of conversation. */
export function storeResponses(limits = { responses: 1000, characters: 2 ** 26 }): StoredResponses {
  const entries = new Map<string, Entry>();
  const items = new Map<string, Item>();
  let characters = 0;

  function forgetOldest(): void {
    for (const [id, entry] of entries) {
      if (entries.size <= limits.responses && characters <= limits.characters) return;
      entries.delete(id);
      characters -= entry.size;
      for (const item of entry.items) items.delete(String(item.id));
    }
  }

  return {
    conversationOf: (responseId) => entries.get(responseId)?.conversation,
    item: (itemId) => items.get(itemId),
    reasonedCalls: () => [...entries.values()].flatMap((entry) => entry.reasonedCalls),
    remember(response, before, keep) {
      const output = response.output as unknown as Item[];
      const entry: Entry = { size: 0, items: [], reasonedCalls: findReasonedCalls(output) };
      if (keep) {
        entry.conversation = [...before, ...output];
        entry.items = output;
        entry.size = JSON.stringify(entry.conversation).length;
      }
      for (const item of entry.items) items.set(String(item.id), item);
      characters += entry.size;
      entries.set(response.id, entry);
      forgetOldest();
    },
  };
}

/** A message may stand between the two; only the first call after the reasoning is its own. */
function findReasonedCalls(output: Item[]): ReasonedCall[] {
  const found: ReasonedCall[] = [];
  let reasoning: Item | undefined;
  for (const item of output) {
    if (item.type === "reasoning") reasoning = item;
    if (item.type !== "function_call" || !reasoning) continue;
    found.push({ reasoning, call: item });
    reasoning = undefined;
  }
  return found;
}
