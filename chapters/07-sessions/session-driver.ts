import type { AgentSession, SessionListener } from "./session.ts";

/** Whoever works: lines go in, events come out. */
export type SessionDriver = {
  /**
   * Resolves when the turn of this line has ended, and at once for an empty line. A line that comes while a
   * turn runs waits for its end. Rejects when a turn runs that was begun elsewhere.
   */
  send(line: string): Promise<void>;
  /** Every event from now on, in order, until the returned function is called. */
  subscribe(listener: SessionListener): () => void;
};

export function agentDriver(session: AgentSession): SessionDriver {
  return {
    send: oneByOne((text) => session.dispatch({ type: "turn.run", text })),
    subscribe: (listener) => session.subscribe(listener),
  };
}

/** Runs a turn for each line that is not empty, in the order in which they came. */
export function oneByOne(runTurn: (text: string) => Promise<void>): SessionDriver["send"] {
  let last = Promise.resolve();
  return (line) => {
    if (line.trim() === "") return Promise.resolve();
    const turn = last.then(() => runTurn(line));
    // a refusal is for whoever sent the line; the next line runs all the same
    last = turn.catch(() => {});
    return turn;
  };
}
