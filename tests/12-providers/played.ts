import OpenAI from "openai";
import type { CreateResponse } from "../../chapters/12-providers/agent.ts";
import { chatResponses, chatWire } from "../../chapters/12-providers/chat-wire.ts";
import { createSession } from "../../chapters/12-providers/create-session.ts";
import { openaiStream } from "../../chapters/12-providers/openai-stream.ts";
import type { AgentSession } from "../../chapters/12-providers/session.ts";
import { openSessionLog } from "../../chapters/12-providers/session-store.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { type TurnTrace, told } from "../support/turn-traces.ts";

export type Seam = (client: OpenAI, idleMs?: number) => CreateResponse;

/** Ways to a server, by their names. */
export const seams = {
  openai: openaiStream,
  chat: chatWire,
  "chat whole": (client) => chatResponses(client),
} satisfies Record<string, Seam>;

export type Body = Record<string, unknown>;

export type OpenSession = {
  session: AgentSession;
  events: SessionEvent[];
  place: Place;
  /** Runs a turn, and resolves with its lines. */
  run(text: string): Promise<string[]>;
  /** The body of each request that the server got. */
  bodies(): Body[];
};

/** A session of the chapter with a real server, for as long as `use` works. */
export function withSession<Result>(
  scenario: Scenario,
  seam: Seam,
  use: (opened: OpenSession) => Promise<Result>,
): Promise<Result> {
  return inPlace(scenario, (place) => useSession(place, seam, use));
}

/** The same in a place that is there. `path`: of a log; without one nothing is kept. */
export async function useSession<Result>(
  place: Place,
  seam: Seam,
  use: (opened: OpenSession) => Promise<Result>,
  path?: string,
): Promise<Result> {
  const { workspaceRoot, rehearsal, scenario } = place;
  const log = path === undefined ? undefined : openSessionLog(path);
  const { now } = countingClock();
  const session = createSession({
    createResponse: seam(clientFor(rehearsal.url), scenario.idleMs),
    ...{ workspaceRoot, log, now, maxToolTurns: scenario.maxToolTurns },
    retries: { firstDelayMs: 1, longestDelayMs: 1000 },
    model: "rehearsal-1",
    allowCommands: true,
  });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  const run = async (text: string) => {
    const before = events.length;
    await session.dispatch({ type: "turn.run", text });
    return events.slice(before).map(line);
  };
  const bodies = () => rehearsal.requests as Body[];
  try {
    return await use({ session, events, place, run, bodies });
  } finally {
    log?.close();
  }
}

/** As `told`; what the costs are is asked for by chapter 11. */
export function line(event: SessionEvent): string {
  return event.type === "turn.metrics" ? `turn.metrics ${event.status}` : told(event);
}

export function clientFor(baseURL: string): OpenAI {
  return new OpenAI({ apiKey: "any", baseURL, logLevel: "off" });
}

/** From chapter 11 on each step begins with its request, and the costs stand before the ending. */
export function linesWithCosts({ begins, steps, ends }: TurnTrace): string[] {
  const status = ends === "turn.completed" ? "ok" : "failed";
  const requested = steps.flatMap((step) => ["model.requested rehearsal-1", ...step]);
  return [...begins, ...requested, `turn.metrics ${status}`, ends];
}

/** Without its pieces: what is told of a response that comes whole. */
export function whole(lines: string[]): string[] {
  return lines.filter(
    (each) => !/^(?:assistant\.delta|reasoning\.delta|assistant\.interrupted) /.test(each),
  );
}

export function script(...responses: ScriptedResponse[]): Scenario {
  return { name: "own", shows: "", from: 12, user: "go", responses };
}
