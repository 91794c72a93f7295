import type { Recording, RecordingIndex } from "../../recording/recording.ts";

/** Highlighted lines by file, as HTML that the build has made. */
export type CodeLines = Record<string, string[]>;

export function loadIndex(): Promise<RecordingIndex> {
  return load("data/recordings/index.json");
}

export function loadRecording(chapter: string, scenario: string): Promise<Recording> {
  return load(`data/recordings/${chapter}/${scenario}.json`);
}

export function loadCode(chapter: string): Promise<CodeLines> {
  return load(`data/code/${chapter}.json`);
}

const loaded = new Map<string, Promise<unknown>>();

/** Once each. Throws one line. */
function load<Data>(path: string): Promise<Data> {
  const waiting = loaded.get(path) ?? fetchJson(path);
  loaded.set(path, waiting);
  waiting.catch(() => loaded.delete(path));
  return waiting as Promise<Data>;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(`${document.body.dataset.root ?? ""}${path}`).catch(() => undefined);
  if (!response) throw new Error(`${path} can't be loaded: nothing answers. Is the site served?`);
  if (!response.ok) throw new Error(`${path} can't be loaded: ${response.status}.`);
  return response.json().catch(() => {
    throw new Error(`${path} can't be loaded: what came is no JSON.`);
  });
}
