import OpenAI from "openai";
import type { SessionEvent } from "../events.ts";
import { type LoadModule, loadWatchedChapter } from "./load-chapter.ts";
import { type Clock, createStamp, systemClock } from "./stamp.ts";
import { createWatcher } from "./watch-agent.ts";
import { type WireEntry, watchFetch } from "./wire.ts";

export type TraceOptions = {
  chapter: { number: number; folder: string };
  /** What the user types: one turn each, in one conversation. */
  prompts: string[];
  workspaceRoot: string;
  /** Where the model is. The key is sent there and shown nowhere. */
  model: { baseURL?: string; apiKey: string; name: string };
  allowCommands: boolean;
  maxToolTurns?: number;
  load: LoadModule;
  clock?: Clock;
  /** Called at once for everything that happens, in order. */
  onEvent?: (event: SessionEvent) => void;
  onWire?: (entry: WireEntry) => void;
};

const instructions =
  "You are a coding agent that works in a terminal. Answer in a few plain sentences.";

/** Runs turns of a chapter and resolves with their events. What fails in a turn is an event, not a rejection. */
export async function runTrace(options: TraceOptions): Promise<SessionEvent[]> {
  const { prompts, model, maxToolTurns, onEvent, onWire } = options;
  const { Agent, openaiResponses, createTools } = await loadWatchedChapter(
    options.chapter,
    options.load,
  );
  const events: SessionEvent[] = [];
  const stamp = createStamp(options.clock ?? systemClock);
  const watcher = createWatcher((body) => {
    const event = stamp(body);
    events.push(event);
    onEvent?.(event);
  });
  const client = new OpenAI({
    apiKey: model.apiKey,
    baseURL: model.baseURL,
    ...(onWire && { fetch: watchFetch(onWire) }),
  });
  const tools = createTools?.(options.workspaceRoot, { allowCommands: options.allowCommands });
  const agent = new Agent({
    createResponse: watcher.watchModel(openaiResponses(client)),
    model: model.name,
    instructions,
    ...(tools && { tools: watcher.watchTools(tools) }),
    ...(maxToolTurns !== undefined && { maxToolTurns }),
  });
  for (const prompt of prompts) await watcher.runTurn(agent, prompt);
  return events;
}
