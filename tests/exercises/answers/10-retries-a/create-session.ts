import { randomUUID } from "node:crypto";
import { Agent, type CreateResponse } from "./agent.ts";
import { checkKept, foldLog, keepSession } from "./resume-session.ts";
import { type RetryOptions, withRetries } from "./retry.ts";
import { AgentSession } from "./session.ts";
import type { SessionLog } from "./session-store.ts";
import { tellResponses } from "./tell-responses.ts";
import { createTools } from "./tools/registry.ts";

export type CreateSessionOptions = {
  createResponse: CreateResponse;
  workspaceRoot: string;
  model?: string;
  instructions?: string;
  allowCommands?: boolean;
  maxToolTurns?: number;
  now?: () => Date;
  newId?: () => string;
  /** Where the events are kept. One that holds some is a session that goes on. */
  log?: SessionLog;
  /** How a request that failed is sent again. */
  retries?: RetryOptions;
};

const defaultInstructions = `You are a coding agent that works in a terminal.
Answer in a few plain sentences.
Say what you know and what you guess.
When you cannot do what is asked, say so.`;

/** The one place where the parts of the program are put together: for the terminal, the trace and the tests. */
export function createSession(options: CreateSessionOptions): AgentSession {
  const { createResponse, workspaceRoot, allowCommands, maxToolTurns, log } = options;
  const now = options.now ?? (() => new Date());
  const kept = foldLog(log?.read() ?? []);
  checkKept(kept, workspaceRoot);
  const agent = new Agent({
    createResponse: tellResponses(withRetries(createResponse, options.retries)),
    model: options.model || "gpt-5-mini",
    instructions: options.instructions ?? defaultInstructions,
    tools: createTools(workspaceRoot, { allowCommands, now }),
    maxToolTurns,
  });
  const newId = options.newId ?? randomUUID;
  const session = new AgentSession({ agent, now, newId, kept });
  if (log) keepSession(session, log, { kept, workspaceRoot });
  agent.history = kept.history;
  return session;
}
