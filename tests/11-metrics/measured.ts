import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { createSession } from "../../chapters/11-metrics/create-session.ts";
import { openaiStream } from "../../chapters/11-metrics/openai-stream.ts";
import type { AgentSession } from "../../chapters/11-metrics/session.ts";
import { openSessionLog } from "../../chapters/11-metrics/session-store.ts";
import type { SessionEvent, Tokens } from "../../shared/events.ts";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import type { WireEntry } from "../../shared/trace/wire.ts";
import { call, event, message } from "../06-streaming/odd-server.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { told } from "../support/turn-traces.ts";

export type TurnMetrics = Extract<SessionEvent, { type: "turn.metrics" }>;

export type OpenSession = {
  session: AgentSession;
  events: SessionEvent[];
  place: Place;
  /** Runs a turn, and resolves with what it cost. */
  run(text: string): Promise<TurnMetrics>;
};

export type SessionParts = {
  /** Of another server than the one of the place. */
  baseURL?: string;
  /** The path of a log; without one nothing is kept. */
  path?: string;
  now?: () => Date;
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
  { baseURL = place.rehearsal.url, path, now = countingClock().now }: SessionParts = {},
): Promise<Result> {
  const { workspaceRoot, scenario } = place;
  const log = path === undefined ? undefined : openSessionLog(path);
  const client = new OpenAI({ apiKey: "any", baseURL, logLevel: "off" });
  const session = createSession({
    createResponse: openaiStream(client, scenario.idleMs),
    ...{ workspaceRoot, log, now, maxToolTurns: scenario.maxToolTurns },
    retries: { firstDelayMs: 1 },
    allowCommands: true,
  });
  const events: SessionEvent[] = [];
  session.subscribe((each) => events.push(each));
  const run = async (text: string) => {
    const before = events.length;
    await session.dispatch({ type: "turn.run", text });
    return metricsIn(events.slice(before));
  };
  try {
    return await use({ session, events, place, run });
  } finally {
    log?.close();
  }
}

/** Throws where a turn has told its costs twice, or not at all. */
export function metricsIn(turn: SessionEvent[]): TurnMetrics {
  const [metrics, ...others] = turn.filter((each) => each.type === "turn.metrics");
  if (!metrics || others.length > 0) throw new Error(`Not once: ${turn.map(told).join(", ")}`);
  return metrics;
}

/** Without the header. */
export function payload({ sessionId, turnId, sequence, at, ...metrics }: TurnMetrics) {
  return metrics;
}

/** Each turn a list of its own. */
export function turnsOf(events: SessionEvent[]): SessionEvent[][] {
  const ids = new Set(events.flatMap(({ turnId }) => turnId ?? []));
  return [...ids].map((id) => events.filter(({ turnId }) => turnId === id));
}

/** What the server said of its tokens, added up from what went over the wire. */
export function tokensOnWire(wire: WireEntry[]): Tokens {
  const sum = { input: 0, cached: 0, output: 0, reasoning: 0, total: 0, unknown: 0 };
  for (const entry of wire) {
    const { usage } = Object(entry.wire === "event" && Object(entry.data).response);
    if (!usage) continue;
    sum.input += usage.input_tokens;
    sum.cached += usage.input_tokens_details.cached_tokens;
    sum.output += usage.output_tokens;
    sum.reasoning += usage.output_tokens_details.reasoning_tokens;
    sum.total += usage.total_tokens;
  }
  return sum;
}

/** One turn with a server that says this of each of its responses, all but the last of them with a call. */
export async function runWithUsage(usages: unknown[], now?: () => Date): Promise<TurnMetrics> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    const usage = usages[requests++];
    const output = [requests < usages.length ? call(`c${requests}`) : message("Done.")];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(event("response.completed", { response: { status: "completed", output, usage } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return await withSession(script(), ({ run }) => run("go"), { baseURL, now });
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

export function script(...responses: ScriptedResponse[]): Scenario {
  return { name: "own", shows: "", from: 11, user: "go", responses };
}
