import type { SessionEvent } from "../../shared/events.ts";
import { answerQuestion } from "./answer-question.ts";
import { isCommand, runCommandLine } from "./commands.ts";
import type { SessionListener } from "./session.ts";
import type { SessionHost } from "./session-host.ts";

/** Whoever works: lines go in, events come out. */
export type SessionDriver = {
  /**
   * Resolves when the turn of this line has ended, and at once for an empty line. A line that comes while a
   * turn runs waits for its end. Rejects when a turn runs that was begun elsewhere.
   */
  send(line: string): Promise<void>;
  /** What the user says to a call that asks: y, s, or n with a reason. */
  answer(callId: string, text: string): void;
  /** Ends the turn that runs. Without one it does nothing. */
  cancel(): void;
  /** Every event from now on, in order, until the returned function is called. */
  subscribe(listener: SessionListener): () => void;
  /** Hears of the session that is open, and of each that takes its place: the events that are kept of it. */
  onSession(show: (kept: Iterable<SessionEvent>) => void): void;
};

/** `isTyped`: someone sees what they send. Then a line that has to wait is told of. */
export function agentDriver(host: SessionHost, isTyped = false): SessionDriver {
  const send = oneByOne(async (line) => {
    if (isCommand(line)) await runCommandLine(line, host);
    else await host.session().dispatch({ type: "turn.run", text: line });
  });
  return {
    send(line) {
      const waits = host.session().status !== "idle" && line.trim() !== "";
      if (isTyped && waits) host.say(`Waits for the end of this turn: ${line}`);
      return send(line);
    },
    answer: (callId, text) => answerQuestion(callId, text, host),
    cancel: () => void host.session().dispatch({ type: "cancel" }),
    subscribe: host.subscribe,
    onSession: host.onSession,
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
