import { randomUUID } from "node:crypto";
import { Agent, type CreateResponse } from "./agent.ts";
import { AgentSession } from "./session.ts";
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
};

const defaultInstructions = `You are a coding agent that works in a terminal.
Answer in a few plain sentences.
Say what you know and what you guess.
When you cannot do what is asked, say so.`;

/** The one place where the parts of the program are put together: for the terminal, the trace and the tests. */
export function createSession(options: CreateSessionOptions): AgentSession {
  const { createResponse, workspaceRoot, allowCommands, maxToolTurns } = options;
  const now = options.now ?? (() => new Date());
  const agent = new Agent({
    createResponse,
    model: options.model || "gpt-5-mini",
    instructions: options.instructions ?? defaultInstructions,
    tools: createTools(workspaceRoot, { allowCommands, now }),
    maxToolTurns,
  });
  const newId = options.newId ?? randomUUID;
  return new AgentSession({ agent, now, newId });
}
