import { AsyncLocalStorage } from "node:async_hooks";
import { writeFileSync } from "node:fs";
import { aroundEach } from "vitest";
import type { SessionEvent } from "../../events.ts";

/** Where an event of a test came from: the frames of its stack. */
export type Emitted = { type: string; callId?: string; stack: string };

declare module "vitest" {
  interface TaskMeta {
    emitted?: Emitted[];
  }
}

type Listener = (event: SessionEvent) => void;
type Watched = { prototype: { subscribe(listener: Listener): () => void } };

/** Enough for a verdict about the first difference. */
const MOST_EVENTS = 500;
const told = new WeakSet<SessionEvent>();

/** Tests that wait for a server run side by side, and each has its own. */
const current = new AsyncLocalStorage<Moment[]>();

/** A stack costs nothing until it is read. */
type Moment = { type: string; callId?: string; at: Error };

aroundEach(async (runTest, { task }) => {
  const running = process.env.ONE_TURN_EXERCISE_RUNNING;
  // read when a test never ends, and nothing else can be said by then
  if (running) writeFileSync(running, task.name);
  const moments: Moment[] = [];
  await current.run(moments, runTest);
  if (task.result?.state !== "fail") return;
  task.meta.emitted = moments.map(({ at, ...event }) => ({ ...event, stack: at.stack ?? "" }));
});

/** Called behind the last line of the learner's session.ts. */
(globalThis as { oneTurnWatch?: (session: Watched) => void }).oneTurnWatch = ({ prototype }) => {
  const { subscribe } = prototype;
  if (typeof subscribe !== "function") return;
  prototype.subscribe = function (listener) {
    return subscribe.call(this, (event: SessionEvent) => {
      remember(event);
      return listener(event);
    });
  };
};

function remember(event: SessionEvent): void {
  const moments = current.getStore();
  if (!moments || moments.length >= MOST_EVENTS || told.has(event)) return;
  told.add(event);
  const callId = "callId" in event ? event.callId : undefined;
  moments.push({ type: event.type, callId, at: new Error() });
}
