export const paneNames = ["wire", "code", "state", "screen"] as const;
export type PaneName = (typeof paneNames)[number];

/** Where the player stands, as its address says. Events count from 1. */
export type Address = {
  chapter?: string;
  scenario?: string;
  event?: number;
  /** A second chapter beside the first. */
  with?: string;
  /** The event of the second side, where the first side has none. */
  withEvent?: number;
  /** The pane that is enlarged. */
  pane?: PaneName;
  /** The names of a reader's own files. What is in them is in no address. */
  files: string[];
};

/** Whatever can't be read is left out. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  return withoutNothing({
    chapter: query.get("chapter") ?? undefined,
    scenario: query.get("scenario") ?? undefined,
    event: readCount(query.get("event")),
    with: query.get("with") ?? undefined,
    withEvent: readCount(query.get("with-event")),
    pane: paneNames.find((name) => name === query.get("pane")),
    files: query.getAll("file").slice(0, 2),
  });
}

export function writeAddress(address: Address): string {
  const query = new URLSearchParams();
  if (address.chapter) query.set("chapter", address.chapter);
  if (address.scenario) query.set("scenario", address.scenario);
  for (const name of address.files) query.append("file", name);
  if (address.event) query.set("event", String(address.event));
  if (address.with) query.set("with", address.with);
  if (address.withEvent) query.set("with-event", String(address.withEvent));
  if (address.pane) query.set("pane", address.pane);
  return `?${query}`;
}

function readCount(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function withoutNothing(address: Address): Address {
  const entries = Object.entries(address).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Address;
}
