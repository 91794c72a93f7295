import type { Responses } from "openai/resources";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { clientOf, withRehearsal } from "./clients.ts";

/** An event as it came. */
export type Event = { type: string; sequence_number: number } & Record<string, unknown>;

/** Posts with `stream: true`. */
export function postStream(rehearsal: Rehearsal, fields: object = {}): Promise<Response> {
  return fetch(`${rehearsal.url}/responses`, {
    method: "POST",
    body: JSON.stringify({ model: "any", input: "hello", stream: true, ...fields }),
  });
}

/** Everything that comes, as text, and how it ends. */
export async function readRaw(response: Response): Promise<{ text: string; thrown?: unknown }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { text };
  } catch (thrown) {
    return { text, thrown };
  }
}

/** The events in a raw text whose lines are all well. */
export function parseEvents(text: string): Event[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}

/** What a server of its own streams for this scenario: the first response of the turn. */
export async function streamOf(scenario: Scenario, fields?: object): Promise<Event[]> {
  let events: Event[] = [];
  await withRehearsal(scenario, async (rehearsal) => {
    events = parseEvents((await readRaw(await postStream(rehearsal, fields))).text);
  });
  return events;
}

/** With only the status of a response: the rest of it is another test's matter. */
export function brief(events: Event[]): object[] {
  return events.map((event) =>
    event.response ? { ...event, response: (event.response as Responses.Response).status } : event,
  );
}

/** What the last event tells. */
export function finalResponse(events: Event[]): Responses.Response {
  return events.at(-1)?.response as Responses.Response;
}

/** In the place that the list gives them. */
export function numbered(events: object[]): object[] {
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

type Read = { events: Event[]; printed: string[]; thrown?: unknown };

/** What the real client yields, throws and would print. `signal` is the caller's way to leave. */
export async function readWithClient(
  rehearsal: Rehearsal,
  { signal, onEvent }: { signal?: AbortSignal; onEvent?(count: number): void } = {},
): Promise<Read> {
  const events: Event[] = [];
  const printed: string[] = [];
  const print = (...words: unknown[]) => printed.push(words.join(" "));
  const logger = { error: print, warn: print, info: print, debug: print };
  try {
    const stream = await clientOf(rehearsal, { logger }).responses.create(
      { model: "any", input: "hello", stream: true },
      { signal },
    );
    for await (const event of stream) {
      events.push(event as unknown as Event);
      onEvent?.(events.length);
    }
    return { events, printed };
  } catch (thrown) {
    return { events, printed, thrown };
  }
}

/** The deltas of all items, joined. */
export function joinDeltas(events: Event[]): string {
  return events.map(({ delta }) => (typeof delta === "string" ? delta : "")).join("");
}
