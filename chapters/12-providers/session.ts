import type {
  AgentEvent,
  ProvidersEvent,
  SessionEvent,
  SessionEventBody,
} from "../../shared/events.ts";
import type { Agent } from "./agent.ts";
import { reduceConversation } from "./conversation.ts";
import { nothingMeasured, reduceMetrics } from "./metrics.ts";
import { normalizeAgentEvent } from "./normalize-agent-event.ts";
import { reduceSettings, type Settings } from "./settings.ts";
import { metricsOf } from "./turn-metrics.ts";

export type SessionCommand =
  | { type: "turn.run"; text: string }
  /** What the program has to say. It may come at any time. */
  | { type: "note"; text: string }
  /** What the user has decided, between two turns. */
  | { type: "record"; event: ProvidersEvent }
  /** Ends the turn that runs, wherever it is. Without one, or twice, it does nothing. */
  | { type: "cancel" };

const cancelled = { type: "turn.cancelled", reason: "The user cancelled the turn." } as const;

export type TurnEnding = Extract<
  SessionEventBody,
  { type: "turn.completed" | "turn.failed" | "turn.cancelled" }
>;

/** May be async; nobody waits for it. */
export type SessionListener = (event: SessionEvent) => void;

export type SessionOptions = {
  agent: Agent;
  now: () => Date;
  newId: () => string;
  /** Of a session that goes on: its id, and the number of its last event. */
  kept?: { sessionId?: string; sequence: number };
  settings: Settings;
};

/** Runs turns, one at a time, and publishes what happens in them to everyone who listens. */
export class AgentSession {
  status: "idle" | "running" | "cancelling" = "idle";
  /** A fold of the events. */
  settings: Settings;
  private readonly options: SessionOptions;
  private readonly sessionId: string;
  private readonly listeners = new Set<SessionListener>();
  private readonly queue: SessionEvent[] = [];
  private sequence = 0;
  private publishing = false;
  /** Of the turn that runs. */
  private controller = new AbortController();
  private measured = nothingMeasured;

  constructor(options: SessionOptions) {
    this.options = options;
    this.settings = options.settings;
    this.sessionId = options.kept?.sessionId ?? options.newId();
    this.sequence = options.kept?.sequence ?? 0;
  }

  /** Every event from now on, in order, until the returned function is called. */
  subscribe(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when the turn has ended, also when it failed: that is an event. While one runs, another is rejected. */
  async dispatch(command: SessionCommand): Promise<void> {
    if (command.type === "note") {
      this.publish({ type: "notice", text: command.text });
      return;
    }
    if (command.type === "cancel") {
      this.cancel();
      return;
    }
    if (this.status !== "idle") {
      throw new Error(`"${command.type}" has to wait: a turn is ${this.status}.`);
    }
    if (command.type === "record") {
      const { agent } = this.options;
      // in a turn the agent keeps its history itself
      agent.history = reduceConversation(agent.history, this.publish(command.event));
      return;
    }
    await this.runTurn(command.text, this.options.newId());
  }

  /** Who works hears of it at once. The turn ends when they have ended. */
  private cancel(): void {
    if (this.status !== "running") return;
    this.status = "cancelling";
    this.controller.abort(new Error(cancelled.reason));
  }

  private async runTurn(text: string, turnId: string): Promise<void> {
    this.status = "running";
    this.controller = new AbortController();
    this.publish({ type: "turn.started" }, turnId);
    this.publish({ type: "user.message", text }, turnId);
    const ended = await this.runAgent(text, turnId);
    // a cancel that was heard is the ending, whatever the agent made of it
    const ending = this.controller.signal.aborted ? cancelled : ended;
    this.publish(metricsOf(this.measured, ending, this.options.now().getTime()), turnId);
    this.status = "idle";
    this.publish(ending, turnId);
  }

  /** What the agent emits after its own end is dropped: it belongs to no turn any more. */
  private async runAgent(text: string, turnId: string): Promise<TurnEnding> {
    const { signal } = this.controller;
    let over = false;
    const emit = (event: AgentEvent) => {
      if (!over) this.publish(normalizeAgentEvent(event), turnId);
    };
    try {
      await this.options.agent.runOneUserTurn(text, { emit, signal });
      return { type: "turn.completed" };
    } catch (error) {
      const reason = describe(error) || "The turn failed and gave no reason.";
      return { type: "turn.failed", error: reason };
    } finally {
      over = true;
    }
  }

  /**
   * Gives an event its number, and tells everyone who listens: one that a listener causes waits until all have seen the
   * one before it. It may belong to no turn, or to one that died with its program.
   */
  publish(body: SessionEventBody, turnId?: string): SessionEvent {
    const { sessionId } = this;
    const at = this.options.now().toISOString();
    const header = { sessionId, turnId, sequence: ++this.sequence, at };
    // thousands a turn: a spread costs many times as much
    const published = Object.assign({}, body, header);
    this.measured = reduceMetrics(this.measured, published);
    this.settings = reduceSettings(this.settings, published);
    this.queue.push(published);
    if (this.publishing) return published;
    this.publishing = true;
    for (let event = this.queue.shift(); event; event = this.queue.shift()) {
      for (const listener of [...this.listeners]) {
        if (this.listeners.has(listener)) tell(listener, event);
      }
    }
    this.publishing = false;
    return published;
  }
}

/** A listener's error, thrown or rejected, is its own: a warning of Node's, which touches no one else. */
function tell(listener: SessionListener, event: SessionEvent): void {
  try {
    const told: unknown = listener(event);
    if (told instanceof Promise) told.catch(warn);
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
