import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { chatWire } from "../../chapters/13-phases/chat-wire.ts";
import { createSession } from "../../chapters/13-phases/create-session.ts";
import { openaiStream } from "../../chapters/13-phases/openai-stream.ts";
import type { AgentSession } from "../../chapters/13-phases/session.ts";
import { openSessionLog } from "../../chapters/13-phases/session-store.ts";
import type { Effort, PhaseName, SessionEvent } from "../../shared/events.ts";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { sentence } from "../support/exercise.ts";
import { told } from "../support/turn-traces.ts";

export type Wire = "responses" | "chat";

export type OpenSession = {
  session: AgentSession;
  events: SessionEvent[];
  place: Place;
  /** Runs a turn, and resolves with the lines of all that was told meanwhile. */
  run(text: string): Promise<string[]>;
  /** As the user decides it. */
  change(phase: PhaseName, effort?: Effort): Promise<void>;
};

export type SessionParts = {
  /** "responses" without one. */
  wire?: Wire;
  /** Of another server than the one of the place. */
  baseURL?: string;
  /** Asked for at the start. */
  phase?: PhaseName;
  /** The path of a log; without one nothing is kept. */
  path?: string;
  attempts?: number;
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
  { wire, baseURL = place.rehearsal.url, phase, path, attempts }: SessionParts = {},
): Promise<Result> {
  const { workspaceRoot, scenario } = place;
  const log = path === undefined ? undefined : openSessionLog(path);
  const client = new OpenAI({ apiKey: "any", baseURL, logLevel: "off" });
  const session = createSession({
    createResponse: (wire === "chat" ? chatWire : openaiStream)(client, scenario.idleMs),
    ...{ workspaceRoot, log, now: countingClock().now, model: "tiny", allowCommands: true },
    ...(phase && { chosen: { phase } }),
    retries: { attempts, firstDelayMs: 1 },
  });
  const events: SessionEvent[] = [];
  session.subscribe((each) => events.push(each));
  const run = async (text: string) => {
    const before = events.length;
    await session.dispatch({ type: "turn.run", text });
    return events.slice(before).map(line);
  };
  const change = (to: PhaseName, effort: Effort = session.settings.effort) =>
    session.dispatch({ type: "record", event: { type: "phase.changed", phase: to, effort } });
  try {
    return await use({ session, events, place, run, change });
  } finally {
    log?.close();
  }
}

/** As `told`; what a turn cost is asked for by other tests. */
export function line(event: SessionEvent): string {
  return event.type === "turn.metrics" ? `turn.metrics ${event.status}` : told(event);
}

export type Body = {
  instructions?: string;
  tools?: { name: string }[];
  input: Record<string, unknown>[];
  reasoning?: unknown;
  reasoning_effort?: unknown;
};

/** What the server was asked, in order. */
export function bodies({ rehearsal }: Place): Body[] {
  return rehearsal.requests as Body[];
}

/** How much each request asks to think; "-" where it does not. */
export function efforts(requests: unknown[]): string[] {
  return requests.map((body) => {
    const { reasoning, reasoning_effort } = Object(body);
    return String(reasoning_effort ?? Object(reasoning).effort ?? "-");
  });
}

/** What the model hears of its calls, by call id. */
export function outputs({ input }: Body): Record<string, unknown> {
  const answers = input.filter(({ type }) => type === "function_call_output");
  return Object.fromEntries(answers.map(({ call_id, output }) => [String(call_id), output]));
}

/** Each path of a folder with all that can be seen of it. */
export function snapshot(folder: string): Record<string, unknown> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const { mode, mtimeMs, ino } = lstatSync(join(folder, path));
      const bytes = lstatSync(join(folder, path)).isFile() ? readFileSync(join(folder, path)) : "";
      const hash = createHash("sha256").update(bytes).digest("hex");
      return [path, { mode, mtimeMs, ino, hash }];
    }),
  );
}

export function script(...responses: ScriptedResponse[]): Scenario {
  return { name: "own", shows: "", from: 13, user: "go", responses };
}

/** What the model reads of a tool that the phase withholds. */
export function withheld(phase: PhaseName, before = ""): string {
  return sentence(`${before}${withheldText(phase)}`, before, phase);
}

export function withheldText(phase: PhaseName, name = "run_command"): string {
  return `Not run: in the phase ${phase} nothing is changed, and ${name} is not there. The user can change the phase with /phase build.`;
}
