import { setTimeout as pause } from "node:timers/promises";
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
  return async function askUntilAnswered(request, turn) {
    const signal = turn?.signal;
    for (let attempt = 1; ; attempt++) {
      let heard = false;
      let attemptTurn: Turn | undefined;
      if (turn) {
        const emit: Turn["emit"] = (event) => {
          heard = true;
          turn.emit(event);
        };
        attemptTurn = { ...turn, emit };
      }
      try {
        return await createResponse(request, attemptTurn);
      } catch (error) {
        if (heard || signal?.aborted) throw error;
        if (attempt >= attempts || !mayPass(error)) throw error;
        const delayMs = waitAskedFor(error) ?? firstDelayMs * 2 ** (attempt - 1);
        if (delayMs > longestDelayMs) throw tooLong(error, delayMs);
        const reason = shortReason(error);
        turn?.emit({ type: "model.retrying", attempt: attempt + 1, delayMs, reason });
        await waitOrCancel(delayMs, signal);
      }
    }
  };
}

async function waitOrCancel(delayMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await pause(delayMs, undefined, { signal });
  } catch (error) {
    // the pause only knows that it was aborted; the signal knows why
    signal?.throwIfAborted();
    throw error;
  }
}

function shortReason(error: unknown): string {
  const { message } = error as Error;
  if (message.length <= MOST_CHARACTERS) return message;
  return `${message.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}

function tooLong(error: unknown, delayMs: number): Error {
  const hours = Math.min(delayMs / 3_600_000, 1000);
  const time = hours < 2 ? `${Math.ceil(hours * 60)} min` : `${Math.ceil(hours)} h or more`;
  const message = `${(error as Error).message} The server asks to wait ${time}.`;
  return new Error(message, { cause: error });
}
