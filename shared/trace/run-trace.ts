import OpenAI from "openai";
import type { CreateResponse } from "../../chapters/02-tools/agent.ts";
import type { CreateSessionOptions } from "../../chapters/14-approvals/create-session.ts";
import type { PhaseName, SessionEvent } from "../events.ts";
import {
  type LoadModule,
  loadAgent,
  loadModel,
  loadPhase,
  loadSession,
  type TracedChapter,
  type TracedProvider,
} from "./load-chapter.ts";
import { type Clock, createStamp, systemClock } from "./stamp.ts";
import { createWatcher } from "./watch-agent.ts";
import { type WireEntry, watchFetch } from "./wire.ts";

export type Approval = "once" | "session" | "deny";

export type TraceOptions = {
  chapter: TracedChapter;
  /** What the user types: one turn each, in one conversation. */
  prompts: string[];
  workspaceRoot: string;
  /** Where the model is. The key is sent there and shown nowhere. */
  model: { baseURL?: string; apiKey: string; name: string };
  allowCommands: boolean;
  maxToolTurns?: number;
  /** Given to a chapter that watches for silence, in milliseconds; its own limit otherwise. */
  idleMs?: number;
  /** From chapter 12 on. */
  provider?: TracedProvider;
  /** What the user says to each call that asks; from chapter 14 on. */
  approve?: Approval;
  /** From chapter 13 on. */
  phase?: PhaseName;
  /** The first event of this type cancels its turn. From chapter 09 on. */
  cancelAfter?: SessionEvent["type"];
  /** Given to a chapter that tries again; its own waits otherwise. */
  retries?: CreateSessionOptions["retries"];
  load: LoadModule;
  clock?: Clock;
  /** Called at once for everything that happens, in order. */
  onEvent?: (event: SessionEvent) => void;
  onWire?: (entry: WireEntry) => void;
};

/** Runs turns of a chapter and resolves with their events. What fails in a turn is an event, not a rejection. */
export async function runTrace(options: TraceOptions): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  const tell = (event: SessionEvent) => {
    events.push(event);
    options.onEvent?.(event);
  };
  const openModel = await loadModel(options.chapter, options.load, options.provider);
  const createResponse = openModel(createClient(options), options.idleMs);
  if (options.chapter.number < 3) await watchTurns(options, createResponse, tell);
  else await followTurns(options, createResponse, tell);
  return events;
}

function createClient({ model, onWire }: TraceOptions): OpenAI {
  return new OpenAI({
    apiKey: model.apiKey,
    baseURL: model.baseURL,
    logLevel: "off",
    ...(onWire && { fetch: watchFetch(onWire) }),
  });
}

/** As in main.ts of 01 and 02, which nobody can import. */
const instructions = `You are a coding agent that works in a terminal.
Answer in a few plain sentences.
Say what you know and what you guess.
When you cannot do what is asked, say so.`;

/** Chapters 01 and 02 say nothing themselves: a watcher names what it sees from outside. */
async function watchTurns(
  options: TraceOptions,
  createResponse: CreateResponse,
  tell: (event: SessionEvent) => void,
): Promise<void> {
  const { chapter, workspaceRoot, model, allowCommands, maxToolTurns } = options;
  const { Agent, createTools } = await loadAgent(chapter, options.load);
  const stamp = createStamp(options.clock ?? systemClock);
  const watcher = createWatcher((body) => tell(stamp(body)));
  const tools = createTools?.(workspaceRoot, { allowCommands });
  const agent = new Agent({
    createResponse: watcher.watchModel(createResponse),
    model: model.name,
    instructions,
    tools: tools && watcher.watchTools(tools),
    maxToolTurns,
  });
  for (const prompt of options.prompts) await watcher.runTurn(agent, prompt);
}

/** From chapter 03 on the program says it itself. */
async function followTurns(
  options: TraceOptions,
  createResponse: CreateResponse,
  tell: (event: SessionEvent) => void,
): Promise<void> {
  const { chapter, workspaceRoot, model, allowCommands, maxToolTurns, retries, phase } = options;
  const createSession = await loadSession(chapter, options.load);
  const session = createSession({
    createResponse,
    workspaceRoot,
    model: model.name,
    allowCommands,
    maxToolTurns,
    retries,
    ...(options.clock ?? systemClock),
  });
  session.subscribe(tell);
  session.subscribe((event) => {
    if (event.type !== "approval.requested") return;
    const decision = options.approve ?? "once";
    // a call that asks nothing, as in an exercise, has its own end
    session.dispatch({ type: "approval.answer", callId: event.callId, decision }).catch(() => {});
  });
  if (options.cancelAfter) session.subscribe(cancelAfter(options.cancelAfter, session));
  if (phase && phase !== session.settings.phase) {
    const { effort } = await loadPhase(chapter, options.load, phase);
    await session.dispatch({ type: "record", event: { type: "phase.changed", phase, effort } });
  }
  for (const text of options.prompts) await session.dispatch({ type: "turn.run", text });
}

/** Chapters before 09 have no such command. */
function cancelAfter(
  type: SessionEvent["type"],
  session: { dispatch(command: { type: "cancel" }): Promise<void> },
): (event: SessionEvent) => void {
  let isDone = false;
  return (event) => {
    if (isDone || event.type !== type) return;
    isDone = true;
    void session.dispatch({ type: "cancel" });
  };
}
