import type { Entry, Item, Transcript } from "./tui-state.ts";

/** Every item, oldest first. */
export function transcriptItems(transcript: Transcript): Item[] {
  return [...newestFirst(transcript)].reverse();
}

/** A screen is full after a few: whoever stops early pays for no more. */
export function* newestFirst({ settled, open }: Transcript): Generator<Item> {
  yield* open.toReversed();
  for (let entry: Entry | undefined = settled; entry; entry = entry.before) yield entry.item;
}
