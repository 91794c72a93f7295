/** The state as a reader looks at it: the transcript, a linked list in the program, is a list here. */
export function plainState(state: unknown): Record<string, unknown> {
  const record = { ...Object(state) } as Record<string, unknown>;
  return "transcript" in record ? { ...record, transcript: itemsOf(record.transcript) } : record;
}

/** How many of the items can't change any more. */
export function settledCount(state: unknown): number {
  const { transcript } = Object(state);
  return itemsOf(transcript).length - openItems(transcript).length;
}

type Entry = { item: unknown; before?: Entry };

function itemsOf(transcript: unknown): unknown[] {
  const settled: unknown[] = [];
  for (let entry = Object(transcript).settled as Entry | undefined; entry; entry = entry.before) {
    settled.push(entry.item);
  }
  return [...settled.reverse(), ...openItems(transcript)];
}

function openItems(transcript: unknown): unknown[] {
  const { open } = Object(transcript);
  return Array.isArray(open) ? open : [];
}
