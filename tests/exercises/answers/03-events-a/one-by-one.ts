/** Whatever is put in while something is being told waits until that has been told. */
export const oneByOne = <Item>(tellEveryone: (item: Item) => void): ((item: Item) => void) => {
  const waiting: Item[] = [];
  const state = { telling: false };
  return (item) => {
    waiting.push(item);
    if (state.telling) return;
    state.telling = true;
    try {
      for (const next of drained(waiting)) tellEveryone(next);
    } finally {
      state.telling = false;
    }
  };
};

function* drained<Item>(items: Item[]): Generator<Item> {
  while (items.length > 0) yield items.shift() as Item;
}
