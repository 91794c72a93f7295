import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const retries: Exercise = {
  folder: "10-retries",
  steps: [
    { builds: ["create-session.ts#createSession", "retry.ts#withRetries"] },
    { builds: ["retry.ts"] },
    { builds: ["state/reduce-status.ts"] },
  ],
  start: [
    { file: "create-session.ts", as: "before" },
    {
      ...{ file: "retry.ts", symbol: "withRetries", step: 1 },
      body: "return createResponse;",
    },
    {
      file: "retry.ts",
      find: `/** The turn as an attempt sees it. */
function watch(turn: Turn | undefined): { turn: Turn | undefined; hasTold(): boolean } {
  let told = false;
  const emit = (event: AgentEvent) => {
    told = true;
    turn?.emit(event);
  };
  return { turn: turn && { ...turn, emit }, hasTold: () => told };
}

`,
      replace: "",
    },
    {
      file: "retry.ts",
      find: `import { setTimeout } from "node:timers/promises";
import type { AgentEvent } from "../../shared/events.ts";
import type { CreateResponse, Turn } from "./agent.ts";
import { mayPass, waitAskedFor } from "./passing-error.ts";
`,
      replace: `import type { CreateResponse } from "./agent.ts";
`,
    },
    { file: "state/reduce-status.ts", as: "before" },
  ],
  wrong: [
    {
      title: "What was told is forgotten: half an answer, and then another one behind it.",
      shownBy: { scenario: "stream-ends-early" },
      file: "retry.ts",
      find: `    told = true;
`,
      replace: "",
    },
    {
      title: "Every error is tried again, also one that stays.",
      shownBy: { scenario: "model-error" },
      file: "retry.ts",
      find: "if (isOver || !mayPass(error)) throw error;",
      replace: "if (isOver) throw error;",
    },
    {
      title: "The event has the number of the attempt that failed, and not of the one to come.",
      shownBy: { scenario: "overloaded" },
      file: "retry.ts",
      find: "attempt: attempt + 1, delayMs",
      replace: "attempt, delayMs",
    },
    {
      title: "The server is not asked how long to wait.",
      shownBy: { scenario: "overloaded" },
      file: "retry.ts",
      find: "waitAskedFor(error) ?? firstDelayMs",
      replace: "firstDelayMs",
    },
    {
      title: "The promise is returned without await, so the catch never sees its error.",
      shownBy: { scenario: "overloaded" },
      file: "retry.ts",
      find: "return await createResponse(request, watched.turn);",
      replace: "return createResponse(request, watched.turn);",
    },
    {
      title: "The options of the session are not handed on.",
      file: "create-session.ts",
      find: "withRetries(createResponse, retries)",
      replace: "withRetries(createResponse)",
    },
    {
      title: "The waits grow by the first one, and do not double.",
      file: "retry.ts",
      find: "firstDelayMs * 2 ** (attempt - 1)",
      replace: "firstDelayMs * attempt",
    },
    {
      title: "One attempt too many: the first one is not counted.",
      file: "retry.ts",
      find: "attempt >= attempts",
      replace: "attempt > attempts",
    },
    {
      title: "A wait that is too long is cut short, and the server asked before its time.",
      file: "retry.ts",
      find: `        const delayMs = waitAskedFor(error) ?? firstDelayMs * 2 ** (attempt - 1);
        if (delayMs > longestDelayMs) throw tooLong(error, delayMs);
`,
      replace: `        const asked = waitAskedFor(error) ?? firstDelayMs * 2 ** (attempt - 1);
        const delayMs = Math.min(asked, longestDelayMs);
`,
    },
    {
      title: "Only the pieces of the answer count as told: what the model thinks does not.",
      file: "retry.ts",
      find: `    told = true;
`,
      replace: `    told ||= event.type === "assistant.delta";
`,
    },
    {
      title: "The wait does not listen to the signal of the turn.",
      file: "retry.ts",
      find: "await setTimeout(delayMs, undefined, { signal: turn?.signal });",
      replace: "await setTimeout(delayMs);",
    },
    {
      title: "The wait is told when it is over.",
      file: "retry.ts",
      find: `        turn?.emit({ type: "model.retrying", attempt: attempt + 1, delayMs, reason });
        await setTimeout(delayMs, undefined, { signal: turn?.signal });
`,
      replace: `        await setTimeout(delayMs, undefined, { signal: turn?.signal });
        turn?.emit({ type: "model.retrying", attempt: attempt + 1, delayMs, reason });
`,
    },
    {
      title: "The end of a wait is how long it takes, and not when it ends.",
      file: "state/reduce-status.ts",
      find: `  const until = Date.parse(textOrEmpty(at)) + (typeof delayMs === "number" ? delayMs : 0);
  return Number.isFinite(until) ? until : 0;
`,
      replace: `  return typeof delayMs === "number" ? delayMs : 0;
`,
    },
    {
      title: "Also a turn that is being cancelled waits.",
      file: "state/reduce-status.ts",
      find: 'return isWorking(status) ? { turn: "waiting", until: endOfWait(event) } : status;',
      replace: 'return { turn: "waiting", until: endOfWait(event) };',
    },
  ],
};
