import { randomUUID } from "node:crypto";
import { Agent, type CreateResponse } from "./agent.ts";
import { checkKept, foldLog, keepSession } from "./resume-session.ts";
import { type RetryOptions, withRetries } from "./retry.ts";
import { AgentSession } from "./session.ts";
import type { SessionLog } from "./session-store.ts";
import { firstSettings, type Settings } from "./settings.ts";
import { tellRequests } from "./tell-requests.ts";
import { tellResponses } from "./tell-responses.ts";
import { createTools } from "./tools/registry.ts";

export type CreateSessionOptions = {
  createResponse: CreateResponse;
  workspaceRoot: string;
  model?: string;
  /** What the user has asked for. It is recorded where the session went by something else. */
  chosen?: Partial<Settings>;
  /** Throws where it can't go by them. Then nothing of the session has been written. */
  checkSettings?: (settings: Settings) => void;
  instructions?: string;
  allowCommands?: boolean;
  maxToolTurns?: number;
  now?: () => Date;
  newId?: () => string;
  /** Where the events are kept. One that holds some is a session that goes on. */
  log?: SessionLog;
  retries?: RetryOptions;
};

const defaultInstructions = `You are a coding agent that works in a terminal.
Answer in a few plain sentences.
Say what you know and what you guess.
When you cannot do what is asked, say so.`;

/** The one place where the parts of the program are put together: for the terminal, the trace and the tests. */
export function createSession(options: CreateSessionOptions): AgentSession {
  const { createResponse, workspaceRoot, allowCommands, maxToolTurns, log, retries } = options;
  const now = options.now ?? (() => new Date());
  const model = options.model || "gpt-5-mini";
  const kept = foldLog(log?.read() ?? [], { ...firstSettings, model });
  checkKept(kept, workspaceRoot);
  options.checkSettings?.({ ...kept.settings, ...options.chosen });
  const agent = new Agent({
    createResponse: tellRequests(tellResponses(withRetries(createResponse, retries))),
    get model() {
      return session.settings.model;
    },
    instructions: options.instructions ?? defaultInstructions,
    tools: createTools(workspaceRoot, { allowCommands, now }),
    maxToolTurns,
  });
  const newId = options.newId ?? randomUUID;
  const session = new AgentSession({ agent, now, newId, kept, settings: kept.settings });
  if (log) keepSession(session, log, { kept, workspaceRoot });
  agent.history = kept.history;
  recordChoice(session, options.chosen);
  return session;
}

function recordChoice(session: AgentSession, chosen: Partial<Settings> = {}): void {
  const { settings } = session;
  const { provider, model } = { ...settings, ...chosen };
  if (provider !== settings.provider || model !== settings.model) {
    void session.dispatch({ type: "record", event: { type: "provider.changed", provider, model } });
  }
}
