const fetched = new Map<string, Promise<unknown>>();

/** Data of this site, each once. Rejects with one line. */
export function fetchOnce<Data>(address: string): Promise<Data> {
  const known = fetched.get(address) ?? fetchJson(address);
  fetched.set(address, known);
  known.catch(() => fetched.delete(address));
  return known as Promise<Data>;
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address).catch(() => undefined);
  const path = address.replace(/^(\.\.\/)+/, "");
  if (!response) throw new Error(`${path} can't be loaded: nothing answers. Is the site served?`);
  if (!response.ok) throw new Error(`${path} can't be loaded: ${response.status}.`);
  return response.json().catch(() => {
    throw new Error(`${path} can't be loaded: what came is no JSON.`);
  });
}
