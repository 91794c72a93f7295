import type { AgentEvent, SessionEvent, SessionEventBody } from "../../shared/events.ts";
import type { Agent } from "./agent.ts";
import { normalizeAgentEvent } from "./normalize-agent-event.ts";

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
  private readonly outbox: SessionEvent[] = [];
  private delivering = false;

  constructor(options: SessionOptions) {
    this.options = options;
    this.sessionId = options.newId();
  }

  /** Every event from now on, in order, until the returned function is called. */
  subscribe(listener: SessionListener): () => void {
    // a wrapper each, so that a function which listens twice can leave once
    const seat: SessionListener = (event) => listener(event);
    this.listeners.add(seat);
    return () => {
      this.listeners.delete(seat);
    };
  }

  /** Resolves when the turn has ended, also when it failed: that is an event. Rejects while a turn runs. */
  async dispatch(command: SessionCommand): Promise<void> {
    if (this.status === "running") throw new Error("Busy: turn still running. Wait for its end.");
    this.status = "running";
    await this.runTurn(command.text, this.options.newId());
  }

  private async runTurn(text: string, turnId: string): Promise<void> {
    this.publish({ type: "turn.started" }, turnId);
    this.publish({ type: "user.message", text }, turnId);
    const ending = await this.runAgent(text, turnId);
    // idle first: whoever hears the ending may dispatch
    this.status = "idle";
    this.publish(ending, turnId);
  }

  /** What the agent emits after its own end is dropped: it belongs to no turn any more. */
  private async runAgent(text: string, turnId: string): Promise<SessionEventBody> {
    let open = true;
    const emit = (event: AgentEvent) => {
      if (!open) return;
      this.publish(normalizeAgentEvent(event), turnId);
    };
    try {
      await this.options.agent.runOneUserTurn(text, { emit });
      return { type: "turn.completed" };
    } catch (error) {
      return { type: "turn.failed", error: describe(error) || "Turn failed, no reason given." };
    } finally {
      open = false;
    }
  }

  /** Gives an event its header, and tells everyone who listens. */
  private publish(body: SessionEventBody, turnId: string): void {
    this.sequence++;
    this.outbox.push({
      ...body,
      sessionId: this.sessionId,
      turnId,
      sequence: this.sequence,
      at: this.options.now().toISOString(),
    });
    // a listener of an earlier event published this one: the loop below is under way, and takes it
    if (this.delivering) return;
    this.delivering = true;
    for (let event = this.outbox.shift(); event; event = this.outbox.shift()) {
      for (const listener of [...this.listeners]) {
        if (this.listeners.has(listener)) tell(listener, event);
      }
    }
    this.delivering = false;
  }
}

/** A listener's error, thrown or rejected, is its own: a warning of Node's, which touches no one else. */
function tell(listener: SessionListener, event: SessionEvent): void {
  try {
    const result: unknown = listener(event);
    Promise.resolve(result).catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  process.emitWarning(`A listener of the session failed: ${describe(error)}`);
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : error;
  return typeof message === "string" ? message : "";
}
