import type { AgentEvent, SessionEvent, SessionEventBody } from "../../shared/events.ts";
import type { Agent } from "./agent.ts";
import { normalizeAgentEvent } from "./normalize-agent-event.ts";
import { oneByOne } from "./one-by-one.ts";

export type SessionCommand = { type: "turn.run"; text: string };

/** May be async; nobody waits for it. */
export type SessionListener = (event: SessionEvent) => void;

export type SessionOptions = {
  agent: Agent;
  now: () => Date;
  newId: () => string;
};

/** Runs turns, one at a time, and publishes what happens in them to everyone who listens. */
export class AgentSession {
  status: "idle" | "running" = "idle";
  private readonly options: SessionOptions;
  private readonly sessionId: string;
  private readonly listeners = new Set<SessionListener>();
  private sequence = 0;

  constructor(options: SessionOptions) {
    this.options = options;
    this.sessionId = options.newId();
  }

  /** Every event from now on, in order, until the returned function is called. */
  readonly subscribe = (listener: SessionListener): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Resolves when the turn has ended, also when it failed: that is an event. Rejects while a turn runs. */
  readonly dispatch = async (command: SessionCommand): Promise<void> => {
    if (this.status === "running") throw new Error(BUSY);
    const turnId = this.options.newId();
    this.status = "running";
    await this.runTurn(command.text, turnId);
  };

  private readonly runTurn = async (text: string, turnId: string): Promise<void> => {
    this.publish({ type: "turn.started" }, turnId);
    this.publish({ type: "user.message", text }, turnId);
    const ending = await this.runAgent(text, turnId);
    this.status = "idle";
    this.publish(ending, turnId);
  };

  /** What the agent emits after its own end is dropped: it belongs to no turn any more. */
  private readonly runAgent = async (text: string, turnId: string): Promise<SessionEventBody> => {
    const turn = { over: false };
    const emit = (event: AgentEvent) => {
      if (!turn.over) this.publish(normalizeAgentEvent(event), turnId);
    };
    try {
      await this.options.agent.runOneUserTurn(text, { emit });
      return { type: "turn.completed" };
    } catch (error) {
      return { type: "turn.failed", error: describe(error) || "The turn failed without a reason." };
    } finally {
      turn.over = true;
    }
  };

  private readonly deliver = oneByOne((event: SessionEvent) => {
    for (const listener of [...this.listeners]) {
      if (this.listeners.has(listener)) tell(listener, event);
    }
  });

  /** Gives an event its header, and tells everyone who listens. */
  private readonly publish = (body: SessionEventBody, turnId: string): void => {
    const { sessionId } = this;
    const at = this.options.now().toISOString();
    this.sequence += 1;
    this.deliver({ sessionId, turnId, sequence: this.sequence, at, ...body });
  };
}

const BUSY = "A turn is still running. Wait for its end, then send the next line.";

/** A listener's error, thrown or rejected, is its own: a warning of Node's, which touches no one else. */
const tell = (listener: SessionListener, event: SessionEvent): void => {
  const heard = async () => listener(event);
  heard().catch(warn);
};

function warn(error: unknown): void {
  process.emitWarning(`A listener of the session failed: ${describe(error)}`);
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : error;
  return typeof message === "string" ? message : "";
}
