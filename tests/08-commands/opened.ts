import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import OpenAI from "openai";
import { vi } from "vitest";
import { createSession } from "../../chapters/08-commands/create-session.ts";
import { openLog } from "../../chapters/08-commands/open-log.ts";
import { openaiResponses } from "../../chapters/08-commands/openai.ts";
import { openaiStream } from "../../chapters/08-commands/openai-stream.ts";
import { agentDriver, type SessionDriver } from "../../chapters/08-commands/session-driver.ts";
import { sessionFolder } from "../../chapters/08-commands/session-folder.ts";
import { type SessionHost, sessionHost } from "../../chapters/08-commands/session-host.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { linesOf, type TurnTrace, turnTraces } from "../support/turn-traces.ts";

const greeting = turnTraces.greeting as TurnTrace;

export type Opened = Place & {
  host: SessionHost;
  driver: SessionDriver;
  /** What a listener hears, of whichever session is open. */
  heard: SessionEvent[];
  /** What a screen begins with: one list for each session that was opened. */
  shown: SessionEvent[][];
  /** Sends a line and waits for its end. Gives what the program said meanwhile. */
  ask(line: string): Promise<string[]>;
};

export type OpenedOptions = {
  /** Of the program. */
  args?: string[];
  isTyped?: boolean;
};

/** The program without its screen, with a server and a state folder of its own. */
export async function withHost(
  scenario: Scenario,
  use: (opened: Opened) => Promise<void>,
  options?: OpenedOptions,
): Promise<void> {
  await inPlace(scenario, async (place) => {
    vi.stubEnv("XDG_STATE_HOME", place.folder);
    await reopened(place, use, options);
  });
}

/** Once more in the same place. What is open in the end is let go. */
export async function reopened(
  place: Place,
  use: (opened: Opened) => Promise<void>,
  { args = [], isTyped }: OpenedOptions = {},
): Promise<void> {
  const { workspaceRoot } = place;
  const host = openHost(place, args);
  const driver = agentDriver(host, isTyped);
  const heard: SessionEvent[] = [];
  const shown: SessionEvent[][] = [];
  driver.onSession((kept) => shown.push([...kept]));
  driver.subscribe((event) => heard.push(event));
  const ask = async (line: string) => {
    const before = heard.length;
    await driver.send(line);
    return heard.slice(before).flatMap((event) => (event.type === "notice" ? [event.text] : []));
  };
  try {
    await use({ ...place, workspaceRoot, host, driver, heard, shown, ask });
  } finally {
    host.log().close();
  }
}

/** As `main.ts` puts it together, with a clock and ids that count. */
function openHost({ workspaceRoot, rehearsal, scenario }: Place, args: string[]): SessionHost {
  const client = new OpenAI({ apiKey: "any", baseURL: rehearsal.url, logLevel: "off" });
  const [streamed, whole] = [openaiStream(client, scenario.idleMs), openaiResponses(client)];
  const preferences = { stream: true };
  const clock = countingClock();
  return sessionHost({
    workspaceRoot,
    preferences,
    openLog: (say) => openLog(["node", "main", ...args], workspaceRoot, say),
    createSession: (log) =>
      createSession({
        createResponse: (request, turn) => (preferences.stream ? streamed : whole)(request, turn),
        workspaceRoot,
        allowCommands: true,
        log,
        now: clock.now,
        newId: clock.newId,
      }),
  });
}

/** Two sessions: in the older one was said "one", in the one that is open "two". Gives the path of the older one. */
export async function sayInTwo({ ask, host }: Opened): Promise<string> {
  await ask("one");
  const { path } = host.log();
  // so that the files have different times
  await setTimeout(10);
  await ask("/reset");
  await ask("two");
  return path;
}

/** What lies in the folder of the sessions. */
export async function kept({ workspaceRoot }: Place): Promise<string[]> {
  const folder = sessionFolder(workspaceRoot);
  return existsSync(folder) ? (await readdir(folder)).sort() : [];
}

/** The `input` of each request that the server got. */
export function inputs({ rehearsal }: Place): unknown[] {
  return rehearsal.requests.map((body) => Object(body).input);
}

export function isLocked(path: string): boolean {
  return existsSync(`${path}.lock`);
}

/** The greeting of the model, as it answers whatever is said. */
export function turnWith(text: string): string[] {
  return ["turn.started", `user.message ${text}`, ...linesOf(greeting).slice(2)];
}

/** Whether a log keeps this. In an exercise a line may be a matcher. */
export function isWhole(line: string): boolean {
  return !String(line).startsWith("assistant.delta ");
}
