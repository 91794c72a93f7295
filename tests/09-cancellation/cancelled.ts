import OpenAI from "openai";
import type { CreateResponse } from "../../chapters/09-cancellation/agent.ts";
import { createSession } from "../../chapters/09-cancellation/create-session.ts";
import { openaiStream } from "../../chapters/09-cancellation/openai-stream.ts";
import type { AgentSession } from "../../chapters/09-cancellation/session.ts";
import { openSessionLog } from "../../chapters/09-cancellation/session-store.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { faultsOf, inPlace, type Place } from "../07-sessions/kept.ts";
import { sentence } from "../support/exercise.ts";
import { linesOf, told, turnTraces } from "../support/turn-traces.ts";

export const CANCELLED = sentence("turn.cancelled The user cancelled the turn.", "turn.cancelled ");
export const NOT_RUN = "Not run: the user cancelled the turn before.";

export type OpenSession = {
  session: AgentSession;
  events: SessionEvent[];
  place: Place;
  /** Runs a turn, and resolves with its lines. */
  run(text: string): Promise<string[]>;
  /** The `input` of each request that the server got, one line for each item. */
  asked(): string[][];
};

export type SessionParts = {
  /** The way to the model; without one, the real client. */
  createResponse?(place: Place): CreateResponse;
  /** The path of a log; without one nothing is kept. */
  path?: string;
};

/** A session of the chapter with a real server, for as long as `use` works. */
export function withSession<Result>(
  scenario: Scenario,
  use: (opened: OpenSession) => Promise<Result>,
  parts: SessionParts = {},
): Promise<Result> {
  return inPlace(scenario, (place) => useSession(place, use, parts));
}

/** The same in a place that is there: another session of the same server, workspace and logs. */
export async function useSession<Result>(
  place: Place,
  use: (opened: OpenSession) => Promise<Result>,
  { createResponse = streamed, path }: SessionParts = {},
): Promise<Result> {
  const { workspaceRoot, rehearsal, scenario } = place;
  const { maxToolTurns } = scenario;
  const log = path === undefined ? undefined : openSessionLog(path);
  const { now } = countingClock();
  const session = createSession({
    createResponse: createResponse(place),
    ...{ workspaceRoot, maxToolTurns, log, now },
    allowCommands: true,
  });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  const run = async (text: string) => {
    const before = events.length;
    await session.dispatch({ type: "turn.run", text });
    return events.slice(before).map(told);
  };
  const asked = () => rehearsal.requests.map((body) => Object(body).input.map(itemLine));
  try {
    return await use({ session, events, place, run, asked });
  } finally {
    log?.close();
  }
}

/** Through the stream, as the program asks. */
export function streamed({ rehearsal, scenario }: Place): CreateResponse {
  return openaiStream(clientFor(rehearsal.url), scenario.idleMs);
}

export function clientFor(baseURL: string, fetch = globalThis.fetch): OpenAI {
  return new OpenAI({ apiKey: "any", baseURL, logLevel: "off", fetch });
}

/** Cancels when this event is told, in the moment in which it is told. */
export function cancelAt(session: AgentSession, isIt: (event: SessionEvent) => boolean): void {
  const leave = session.subscribe((event) => {
    if (!isIt(event)) return;
    leave();
    void session.dispatch({ type: "cancel" });
  });
}

/** A turn that is not cancelled, as its scenario tells it. */
export function wholeTurn(scenario: string, text: string): string[] {
  const turn = turnTraces[scenario];
  if (!turn) throw new Error(`No turn is written down for "${scenario}".`);
  return linesOf({ ...turn, begins: ["turn.started", `user.message ${text}`] });
}

/** What of the grammar does not hold, in words. A cancelled turn is one more that did not complete. */
export function faults(events: SessionEvent[]): string[] {
  return faultsOf(
    events.map((event) => {
      if (event.type !== "turn.cancelled") return event;
      const { reason, ...others } = event;
      return { ...others, type: "turn.failed", error: reason };
    }),
  );
}

export function script(...responses: ScriptedResponse[]): Scenario {
  return { name: "own", shows: "", from: 9, user: "go", responses };
}

/** What the model hears, without the ids that only it knows. */
function itemLine(item: Record<string, unknown>): string {
  const { type, role, content, call_id, name, output } = item;
  if (type === "function_call") return `call ${call_id} ${name} ${item.arguments}`;
  if (type === "function_call_output") return `output ${call_id} ${output}`;
  if (type === "reasoning") return "reasoning";
  return `${role} ${typeof content === "string" ? content : textOf(content)}`;
}

function textOf(parts: unknown): string {
  return (parts as { text: string }[]).map(({ text }) => text).join("");
}
