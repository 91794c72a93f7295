import OpenAI from "openai";
import type { CreateResponse } from "../../chapters/10-retries/agent.ts";
import { createSession } from "../../chapters/10-retries/create-session.ts";
import { openaiStream } from "../../chapters/10-retries/openai-stream.ts";
import type { RetryOptions } from "../../chapters/10-retries/retry.ts";
import type { AgentSession } from "../../chapters/10-retries/session.ts";
import { openSessionLog } from "../../chapters/10-retries/session-store.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { linesOf, told, turnTraces } from "../support/turn-traces.ts";

export const CANCELLED = "turn.cancelled The user cancelled the turn.";

/** Waits of 1, 2 and 4 ms, where the server names none. */
export const soon: RetryOptions = { firstDelayMs: 1 };

/** What a server says, as the turn tells it. */
export const LIMITED = "429 Rate limit reached for rehearsal-1. Please try again in 1s.";
export const OVERLOADED =
  "503 That model is currently overloaded with other requests. You can retry your request.";
export const NO_ANSWER =
  "No answer from http://SERVER/v1. Check the address, the server and your connection.";

export type OpenSession = {
  session: AgentSession;
  events: SessionEvent[];
  place: Place;
  /** Runs a turn, and resolves with its lines. */
  run(text: string): Promise<string[]>;
  /** How many requests the server has got. */
  asked(): number;
};

export type SessionParts = {
  retries?: RetryOptions;
  /** The path of a log; without one nothing is kept. */
  path?: string;
};

/** A session of the chapter with a real server, for as long as `use` works. */
export function withSession<Result>(
  scenario: Scenario,
  use: (opened: OpenSession) => Promise<Result>,
  parts?: SessionParts,
): Promise<Result> {
  return inPlace(scenario, (place) => useSession(place, use, parts));
}

/** The same in a place that is there: another session of the same server, workspace and logs. */
export async function useSession<Result>(
  place: Place,
  use: (opened: OpenSession) => Promise<Result>,
  { retries = soon, path }: SessionParts = {},
): Promise<Result> {
  const { workspaceRoot, rehearsal, scenario } = place;
  const log = path === undefined ? undefined : openSessionLog(path);
  const { now } = countingClock();
  const session = createSession({
    createResponse: streamed(rehearsal.url, scenario.idleMs),
    ...{ workspaceRoot, log, now, retries },
    allowCommands: true,
  });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  const run = async (text: string) => {
    const before = events.length;
    await session.dispatch({ type: "turn.run", text });
    return events.slice(before).map(told);
  };
  try {
    return await use({ session, events, place, run, asked: () => rehearsal.requests.length });
  } finally {
    log?.close();
  }
}

/** Through the stream, as the program asks; the client tries as often as it wants to. */
export function streamed(baseURL: string, idleMs?: number): CreateResponse {
  return openaiStream(new OpenAI({ apiKey: "any", baseURL, logLevel: "off" }), idleMs);
}

export function script(...responses: ScriptedResponse[]): Scenario {
  return { name: "own", shows: "", from: 10, user: "go", responses };
}

/** A turn in which nothing fails, as its scenario tells it. */
export function wholeTurn(scenario: string, text: string): string[] {
  const turn = turnTraces[scenario];
  if (!turn) throw new Error(`No turn is written down for "${scenario}".`);
  return linesOf({ ...turn, begins: ["turn.started", `user.message ${text}`] });
}
