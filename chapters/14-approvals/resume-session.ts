import { realpathSync } from "node:fs";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { type Conversation, reduceConversation } from "./conversation.ts";
import { type Measured, nothingMeasured, reduceMetrics } from "./metrics.ts";
import type { AgentSession } from "./session.ts";
import type { SessionLog } from "./session-store.ts";
import { reduceSettings, type Settings } from "./settings.ts";
import { endUnfinished, reduceUnfinished, type UnfinishedTurn } from "./unfinished-turn.ts";

/** What is left of a session when its program has ended. */
export type KeptSession = {
  /** Absent in a log without events. */
  sessionId?: string;
  /** The number of the last event; 0 without one. */
  sequence: number;
  workspaceRoot?: string;
  /** Of the log. */
  version?: number;
  history: Conversation;
  settings: Settings;
  /** The last turn. */
  measured: Measured;
  unfinished?: UnfinishedTurn;
};

/** Several folds of one list, in one pass. No listener hears of these events: they have happened. */
export function foldLog(events: Iterable<SessionEvent>, settings: Settings): KeptSession {
  const kept: KeptSession = { sequence: 0, history: [], measured: nothingMeasured, settings };
  for (const event of events) {
    kept.sessionId ??= event.sessionId;
    kept.sequence = Math.max(kept.sequence, event.sequence);
    if (event.type === "session.started") {
      kept.workspaceRoot = event.workspaceRoot;
      kept.version = event.version;
    }
    kept.history = reduceConversation(kept.history, event);
    kept.settings = reduceSettings(kept.settings, event);
    kept.measured = reduceMetrics(kept.measured, event);
    kept.unfinished = reduceUnfinished(kept.unfinished, event);
  }
  return kept;
}

/**
 * Throws one line where the session was begun in another folder, where its tools would work in the wrong place, or by a
 * later version of the program.
 */
export function checkKept({ workspaceRoot, version = 1 }: KeptSession, here: string): void {
  if (version !== 1) throw new Error(`This session has version ${version}. This program knows 1.`);
  if (workspaceRoot === undefined || workspaceRoot === realpathSync(here)) return;
  throw new Error(`This session belongs to the folder ${workspaceRoot}. Start the program there.`);
}

/**
 * From now on the log hears every event. A new session begins with its first one; in one that goes on, the turn that
 * died with its program is ended first, and what the model has to hear of that is added to the history.
 */
export function keepSession(
  session: AgentSession,
  log: SessionLog,
  { kept, workspaceRoot }: { kept: KeptSession; workspaceRoot: string },
): void {
  const publish = (body: SessionEventBody, turnId?: string) => {
    kept.history = reduceConversation(kept.history, session.publish(body, turnId));
  };
  session.subscribe(log.append);
  if (kept.sequence === 0) {
    publish({ type: "session.started", version: 1, workspaceRoot: realpathSync(workspaceRoot) });
  }
  for (const body of kept.unfinished ? endUnfinished(kept.unfinished, kept.measured) : []) {
    publish(body, kept.unfinished?.turnId);
  }
  const { notices } = log;
  if (kept.sequence > 0 || notices.length > 0) publish({ type: "session.resumed", notices });
}
