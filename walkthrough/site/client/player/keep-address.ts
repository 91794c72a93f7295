/** A browser refuses an address that changes too often. In milliseconds. */
const REST = 150;

/** Sets the address of the page: what is stepped through in a hurry is one change. */
export function addressKeeper(): (search: string) => void {
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== undefined && waiting !== location.search)
      history.replaceState(null, "", waiting);
    waiting = undefined;
  };
  addEventListener("pagehide", write);
  return (search) => {
    waiting = search;
    timer ??= setTimeout(write, REST);
  };
}
