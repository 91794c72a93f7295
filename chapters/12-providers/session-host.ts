import type { SessionEvent } from "../../shared/events.ts";
import type { Provider } from "./providers.ts";
import type { AgentSession, SessionListener } from "./session.ts";
import type { SessionLog } from "./session-store.ts";
import { firstSettings, type Settings } from "./settings.ts";
import type { WayTo } from "./ways.ts";

/** `onTrouble` hears, in a sentence, when a session can't be kept. Throws one line when there is no such session. */
export type OpenLog = (onTrouble: (trouble: string) => void) => SessionLog;

/** What the user prefers, whichever session is open. No log keeps it. */
export type Preferences = {
  /** Answers in pieces, as they come. */
  stream: boolean;
  /** A line on what a turn cost, behind each. */
  metrics: boolean;
};

export type SessionHost = {
  readonly workspaceRoot: string;
  readonly preferences: Preferences;
  readonly providers: Provider[];
  /** Throws one line when there is no way to it. */
  readonly wayTo: WayTo;
  /** The session that is open. */
  session(): AgentSession;
  /** Its log. */
  log(): SessionLog;
  /**
   * Puts another session in its place, which goes by these settings or by its own. Throws one line when that can't be
   * opened; then nothing has changed.
   */
  exchange(openLog: OpenLog, settings?: Settings): void;
  /** A sentence of the program's, as an event of the session. */
  say(text: string): void;
  /** Every event of whichever session is open. */
  subscribe(listener: SessionListener): () => void;
  /** Hears of the session that is open, and of each that takes its place: the events that are kept of it. */
  onSession(show: (kept: Iterable<SessionEvent>) => void): void;
};

export type HostOptions = {
  workspaceRoot: string;
  preferences: Preferences;
  providers: Provider[];
  wayTo: WayTo;
  openLog: OpenLog;
  /** What the user has asked for at the start. It holds for the session that is opened first. */
  chosen?: Partial<Settings>;
  createSession(log: SessionLog, chosen?: Partial<Settings>): AgentSession;
};

/** Holds the session, so that another can take its place while everyone who listens stays. Throws what `openLog` throws. */
export function sessionHost(options: HostOptions): SessionHost {
  const { workspaceRoot, preferences, providers, wayTo, createSession } = options;
  const listeners = new Set<SessionListener>();
  const shows: ((kept: Iterable<SessionEvent>) => void)[] = [];
  let opened = open(options.openLog, (log) => createSession(log, options.chosen));
  let leave = listen();

  function listen(): () => void {
    return opened.session.subscribe((event) => {
      for (const listener of [...listeners]) listener(event);
    });
  }

  return {
    workspaceRoot,
    preferences,
    providers,
    wayTo,
    session: () => opened.session,
    log: () => opened.log,
    exchange(openLog, settings) {
      const { status } = opened.session;
      if (status !== "idle") throw new Error(`The session can't be left: a turn is ${status}.`);
      const next = open(openLog, (log) => createSession(log, settings));
      leave();
      opened.log.close();
      opened = next;
      for (const show of shows) show(opened.log.read());
      leave = listen();
    },
    say: (text) => note(opened.session, text),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSession(show) {
      shows.push(show);
      show(opened.log.read());
    },
  };
}

type Opened = { session: AgentSession; log: SessionLog };

function open(openLog: OpenLog, createSession: (log: SessionLog) => AgentSession): Opened {
  const early: string[] = [];
  let session: AgentSession | undefined;
  const log = openLog((trouble) => {
    if (session) note(session, trouble);
    else early.push(trouble);
  });
  try {
    session = createSession(log);
  } catch (error) {
    log.close();
    throw error;
  }
  for (const trouble of early) note(session, trouble);
  const { provider, model } = session.settings;
  if (provider !== firstSettings.provider) note(session, `The model is ${model}, at ${provider}.`);
  return { session, log };
}

function note(session: AgentSession, text: string): void {
  void session.dispatch({ type: "note", text });
}
