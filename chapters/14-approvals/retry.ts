import { setTimeout } from "node:timers/promises";
import type { AgentEvent } from "../../shared/events.ts";
import type { CreateResponse, Turn } from "./agent.ts";
import { mayPass, waitAskedFor } from "./passing-error.ts";

export type RetryOptions = {
  /** How often a request is sent at most, the first time included. */
  attempts?: number;
  /** Milliseconds before the second attempt, where the server names no time. Before each further one it is twice as long. */
  firstDelayMs?: number;
  /** Milliseconds. A server that asks for more is not asked again. */
  longestDelayMs?: number;
};

/** Of a reason: a server may send a whole page. */
const MOST_CHARACTERS = 500;

/**
 * The same way to the model: an error that may pass is not the end. It is told of, and after a pause the request is sent
 * again, as long as nothing of a response has been told: a second answer would stand behind the half of the first one.
 */
export function withRetries(
  createResponse: CreateResponse,
  { attempts = 4, firstDelayMs = 1000, longestDelayMs = 600_000 }: RetryOptions = {},
): CreateResponse {
  return async (request, turn) => {
    for (let attempt = 1; ; attempt++) {
      const watched = watch(turn);
      try {
        return await createResponse(request, watched.turn);
      } catch (error) {
        const isOver = watched.hasTold() || turn?.signal?.aborted || attempt >= attempts;
        if (isOver || !mayPass(error)) throw error;
        const delayMs = waitAskedFor(error) ?? firstDelayMs * 2 ** (attempt - 1);
        if (delayMs > longestDelayMs) throw tooLong(error, delayMs);
        const reason = (error as Error).message.slice(0, MOST_CHARACTERS).toWellFormed();
        turn?.emit({ type: "model.retrying", attempt: attempt + 1, delayMs, reason });
        await setTimeout(delayMs, undefined, { signal: turn?.signal });
      }
    }
  };
}

/** The turn as an attempt sees it. */
function watch(turn: Turn | undefined): { turn: Turn | undefined; hasTold(): boolean } {
  let told = false;
  const emit = (event: AgentEvent) => {
    told = true;
    turn?.emit(event);
  };
  return { turn: turn && { ...turn, emit }, hasTold: () => told };
}

function tooLong(error: unknown, delayMs: number): Error {
  const hours = Math.min(delayMs / 3_600_000, 1000);
  const time = hours < 2 ? `${Math.ceil(hours * 60)} min` : `${Math.ceil(hours)} h or more`;
  const message = `${(error as Error).message} The server asks to wait ${time}.`;
  return new Error(message, { cause: error });
}
