import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { createSession } from "../../chapters/07-sessions/create-session.ts";
import { openaiStream } from "../../chapters/07-sessions/openai-stream.ts";
import { openSessionLog } from "../../chapters/07-sessions/session-store.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { type Rehearsal, startRehearsal } from "../../shared/rehearsal/server.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { line, writeWorkspace } from "../support/trace.ts";

export type Place = {
  /** Where logs may lie. */
  folder: string;
  workspaceRoot: string;
  rehearsal: Rehearsal;
  scenario: Scenario;
};

/** A server, a workspace with the scenario's files, and a folder for logs, for as long as `use` works. */
export async function inPlace<Result>(
  scenario: Scenario,
  use: (place: Place) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "one-turn-sessions-"));
  const workspaceRoot = await writeWorkspace(scenario.files ?? {});
  const rehearsal = await startRehearsal({ scenario });
  try {
    return await use({ folder, workspaceRoot, rehearsal, scenario });
  } finally {
    await rehearsal.close();
    await rm(workspaceRoot, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

export type Heard = {
  /** What the session published. */
  events: SessionEvent[];
  /** The `input` of each request that the server got. */
  inputs: Record<string, unknown>[][];
  /** What the log had to say. */
  said: string[];
};

/** Opens the session of a log, new or not, runs these turns, and lets it go. */
export async function runTurns(
  { workspaceRoot, rehearsal, scenario }: Place,
  path: string,
  texts: string[],
): Promise<Heard> {
  const said: string[] = [];
  const events: SessionEvent[] = [];
  const before = rehearsal.requests.length;
  const log = openSessionLog(path, (trouble) => said.push(trouble));
  try {
    const client = new OpenAI({ apiKey: "any", baseURL: rehearsal.url, logLevel: "off" });
    const session = createSession({
      createResponse: openaiStream(client, scenario.idleMs),
      workspaceRoot,
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns,
      log,
      now: countingClock().now,
    });
    session.subscribe((event) => events.push(event));
    for (const text of texts) await session.dispatch({ type: "turn.run", text });
  } finally {
    log.close();
  }
  const inputs = rehearsal.requests.slice(before).map((body) => Object(body).input);
  return { events, inputs, said };
}

/** The lines of a log as events. Throws where one of them is none. */
export async function readLog(path: string): Promise<SessionEvent[]> {
  const text = await readFile(path, "utf8");
  if (text !== "" && !text.endsWith("\n")) throw new Error(`${path} ends in the middle of a line.`);
  return text
    .split("\n")
    .slice(0, -1)
    .map((each) => JSON.parse(each));
}

/** As `line`, and of a response the types of its items: what they hold is told by other events. */
export function told(event: SessionEvent): string {
  if (event.type === "model.responded") {
    return ["model.responded", ...event.items.map((item) => item.type)].join(" ");
  }
  if (event.type !== "tool.finished") return line(event);
  const { details, ...others } = event;
  return line(others);
}

/** What of the grammar of a session does not hold, in words. */
export function faultsOf(events: SessionEvent[]): string[] {
  const faults: string[] = [];
  events.forEach((event, place) => {
    const before = events[place - 1];
    if (before && event.sequence <= before.sequence) faults.push(`sequence ${event.sequence}`);
    if (before && event.sessionId !== before.sessionId) faults.push(`id of ${event.sequence}`);
  });
  for (const id of new Set(events.map(({ turnId }) => turnId))) {
    if (id === undefined) continue;
    const turn = events.filter(({ turnId }) => turnId === id);
    const endings = turn.filter(isEnding);
    if (turn[0]?.type !== "turn.started") faults.push(`${id} does not begin`);
    if (endings.length !== 1 || endings[0] !== turn.at(-1)) faults.push(`${id} does not end once`);
    faults.push(...faultsOfCalls(turn).map((fault) => `${id}: ${fault}`));
  }
  return faults;
}

export function isEnding({ type }: SessionEvent): boolean {
  return type === "turn.completed" || type === "turn.failed";
}

/** A call begins when none is running, and ends before anything but its own progress. */
function faultsOfCalls(turn: SessionEvent[]): string[] {
  const faults: string[] = [];
  let running: string | undefined;
  for (const event of turn) {
    const isOfCall = "callId" in event;
    const continues = isOfCall && event.type !== "tool.started" && event.callId === running;
    if (event.type === "tool.started" && running === undefined) running = event.callId;
    else if (continues && event.type !== "tool.progress") running = undefined;
    else if (!continues && (isOfCall || running !== undefined)) faults.push(`odd ${event.type}`);
  }
  const asked = turn.flatMap((event) =>
    event.type === "model.responded"
      ? event.items.flatMap((item) => (item.type === "function_call" ? [item.call_id] : []))
      : [],
  );
  const started = turn.flatMap((event) => (event.type === "tool.started" ? [event.callId] : []));
  if (asked.join() !== started.join()) faults.push(`asked for ${asked}, started ${started}`);
  return faults;
}

/** The call ids of a request that do not have exactly one output, behind the call. */
export function unpairedCalls(input: Record<string, unknown>[]): unknown[] {
  const open: unknown[] = [];
  const wrong: unknown[] = [];
  for (const { type, role, call_id } of input) {
    if (type === "function_call") open.push(call_id);
    if (role === "user") wrong.push(...open.splice(0));
    if (type !== "function_call_output") continue;
    if (!open.includes(call_id)) wrong.push(call_id);
    else open.splice(open.indexOf(call_id), 1);
  }
  return [...wrong, ...open];
}
