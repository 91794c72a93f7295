import { renderItem } from "./render-state.ts";
import type { Entry, Item, Transcript } from "./state/tui-state.ts";

/** Gives the lines of each settled item once, in order: the first time that it is there. */
export function unprintedLines(): (transcript: Transcript) => string[] {
  let printed: Entry | undefined;
  return ({ settled }) => {
    const items: Item[] = [];
    for (let entry = settled; entry && entry !== printed; entry = entry.before) {
      items.push(entry.item);
    }
    printed = settled;
    return items.reverse().flatMap(renderItem);
  };
}
