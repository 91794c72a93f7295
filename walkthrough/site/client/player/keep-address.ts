/** A browser refuses an address that changes too often. In milliseconds. */
const REST = 150;

export type AddressKeeper = {
  /** Sets the address of the page: what is stepped through in a hurry is one change. */
  keep(search: string): void;
  /** The same as a new step of the browser's history. */
  push(search: string): void;
};

/** `moved` hears when the browser goes to another address; a way to a part of the page is none. */
export function addressKeeper(moved: () => void): AddressKeeper {
  let here = location.search;
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== undefined && waiting !== location.search)
      history.replaceState(null, "", waiting);
    waiting = undefined;
    here = location.search;
  };
  addEventListener("pagehide", write);
  addEventListener("popstate", () => {
    if (location.search === here) return;
    here = location.search;
    moved();
  });
  return {
    keep(search) {
      waiting = search;
      timer ??= setTimeout(write, REST);
    },
    push(search) {
      history.pushState(null, "", search);
      here = location.search;
    },
  };
}
