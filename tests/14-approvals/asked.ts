import OpenAI from "openai";
import { createSession } from "../../chapters/14-approvals/create-session.ts";
import { openaiStream } from "../../chapters/14-approvals/openai-stream.ts";
import type { AgentSession, SessionCommand } from "../../chapters/14-approvals/session.ts";
import { openSessionLog } from "../../chapters/14-approvals/session-store.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario, ScriptedItem } from "../../shared/rehearsal/scenario.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { told } from "../support/turn-traces.ts";

export type Requested = Extract<SessionEvent, { type: "approval.requested" }>;
export type Answer = Omit<Extract<SessionCommand, { type: "approval.answer" }>, "type" | "callId">;
/** Undefined: nobody answers. */
export type Answerer = (question: Requested, session: AgentSession) => Answer | undefined;

export type OpenSession = {
  session: AgentSession;
  events: SessionEvent[];
  place: Place;
  /** Runs a turn, and resolves with its lines. */
  run(text: string): Promise<string[]>;
  /** What the model heard of its calls, in the last request. */
  outputs(): string[];
};

/** A session of the chapter with a real server. Who answers does so in the moment in which it is asked. */
export function withSession<Result>(
  scenario: Scenario,
  answerer: Answerer,
  use: (opened: OpenSession) => Promise<Result>,
): Promise<Result> {
  return inPlace(scenario, (place) => useSession(place, answerer, use));
}

/** The same in a place that is there; with a path, it is kept there. */
export async function useSession<Result>(
  place: Place,
  answerer: Answerer,
  use: (opened: OpenSession) => Promise<Result>,
  path?: string,
): Promise<Result> {
  const { workspaceRoot, rehearsal } = place;
  const log = path === undefined ? undefined : openSessionLog(path);
  const client = new OpenAI({ apiKey: "any", baseURL: rehearsal.url, logLevel: "off" });
  const session = createSession({
    createResponse: openaiStream(client),
    ...{ workspaceRoot, log, model: "rehearsal-1", now: countingClock().now },
  });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  session.subscribe((event) => {
    if (event.type !== "approval.requested") return;
    const given = answerer(event, session);
    const { callId } = event;
    if (given) void session.dispatch({ type: "approval.answer", callId, ...given });
  });
  const run = async (text: string) => {
    const before = events.length;
    await session.dispatch({ type: "turn.run", text });
    return events.slice(before).map(line);
  };
  const outputs = () => {
    const { input } = Object(rehearsal.requests.at(-1));
    return (input as Record<string, string>[]).flatMap(({ type, call_id, output }) =>
      type === "function_call_output" ? [`${call_id} ${output}`] : [],
    );
  };
  try {
    return await use({ session, events, place, run, outputs });
  } finally {
    log?.close();
  }
}

/** As `told`; of a question all but what is shown, which other tests are about, and of the costs how it ended. */
export function line(event: SessionEvent): string {
  if (event.type === "turn.metrics") return `turn.metrics ${event.status}`;
  if (event.type !== "approval.requested") return told(event);
  const { callId, name, subject } = event;
  return `approval.requested ${callId} ${name} ${subject}`;
}

/** Only the lines of calls and questions. */
export function aboutCalls(lines: string[]): string[] {
  return lines.filter((each) => /^(?:tool|approval)\./.test(each));
}

/** One response with these calls, then an answer. */
export function asks(...items: ScriptedItem[]): Scenario {
  return turns(items);
}

/** For each turn the calls of its first response. */
export function turns(...calls: ScriptedItem[][]): Scenario {
  const responses = calls.flatMap((items) => [answer(...items), answer(say("Well."))]);
  return { name: "own", shows: "", from: 14, user: "go", responses };
}

export function runs(callId: string, command: string): ScriptedItem {
  return call(callId, "run_command", JSON.stringify({ command }));
}

export function writes(callId: string, path: string, content: string): ScriptedItem {
  return call(callId, "write_workspace_file", JSON.stringify({ path, content }));
}

export function edits(callId: string, path: string, [from, to]: [string, string]): ScriptedItem {
  const args = { path, old_text: from, new_text: to };
  return call(callId, "edit_workspace_file", JSON.stringify(args));
}
