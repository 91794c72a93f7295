import type { AgentSession, SessionListener } from "./session.ts";

/** What a screen needs of whoever works: it hands over lines, and hears events. */
export type SessionDriver = {
  /** Resolves when the turn of this line has ended. A line that comes while a turn runs waits for its end. */
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
    last = turn.catch(() => {});
    return turn;
  };
}
