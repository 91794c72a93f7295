import { setTimeout as sleep } from "node:timers/promises";
import type { CreateResponse } from "./agent.ts";
import { overhear } from "./overhear.ts";
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
export const withRetries =
  (
    createResponse: CreateResponse,
    { attempts = 4, firstDelayMs = 1000, longestDelayMs = 600_000 }: RetryOptions = {},
  ): CreateResponse =>
  async (request, turn) => {
    for (let attempt = 1; ; attempt++) {
      const overheard = overhear(turn);
      try {
        return await createResponse(request, overheard.turn);
      } catch (error) {
        overheard.hangUp();
        const isLast = attempt >= attempts || turn?.signal?.aborted || overheard.heard();
        if (isLast || !mayPass(error)) throw error;
        const delayMs = waitAskedFor(error) ?? firstDelayMs * 2 ** (attempt - 1);
        if (delayMs > longestDelayMs) throw tooLong(error, delayMs);
        const reason = reasonOf(error);
        turn?.emit({ type: "model.retrying", attempt: attempt + 1, delayMs, reason });
        await sleep(delayMs, undefined, { signal: turn?.signal });
        turn?.signal?.throwIfAborted();
      }
    }
  };

const reasonOf = (error: unknown): string => {
  const { message } = error as Error;
  if (message.length <= MOST_CHARACTERS) return message;
  return `${message.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
};

function tooLong(error: unknown, delayMs: number): Error {
  const hours = Math.min(delayMs / 3_600_000, 1000);
  const time = hours < 2 ? `${Math.ceil(hours * 60)} min` : `${Math.ceil(hours)} h or more`;
  const message = `${(error as Error).message} The server asks to wait ${time}.`;
  return new Error(message, { cause: error });
}
