import { vi } from "vitest";
import { chooseSettings } from "../../chapters/12-providers/choose-settings.ts";
import { createSession } from "../../chapters/12-providers/create-session.ts";
import { openLog } from "../../chapters/12-providers/open-log.ts";
import { type Provider, presets } from "../../chapters/12-providers/providers.ts";
import type { AgentSession } from "../../chapters/12-providers/session.ts";
import { agentDriver, type SessionDriver } from "../../chapters/12-providers/session-driver.ts";
import { type SessionHost, sessionHost } from "../../chapters/12-providers/session-host.ts";
import { openWays, providerResponses } from "../../chapters/12-providers/ways.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import type { Body } from "./played.ts";

export type Opened = Place & {
  host: SessionHost;
  driver: SessionDriver;
  /** What a listener hears, of whichever session is open. */
  heard: SessionEvent[];
  /** Sends a line and waits for its end. Gives what the program said meanwhile. */
  ask(line: string): Promise<string[]>;
  /** Sends a line to the model, which plays this script. Gives how the turn ended. */
  turn(scenario: Scenario, text?: string): Promise<string | undefined>;
  /** The body of each request that the server got. */
  bodies(): Body[];
};

export type OpenedOptions = {
  /** Of the program. */
  args?: string[];
  /** Beside the presets. */
  own?: Provider[];
  /** Variables, beside those that name the server. Undefined: not set. */
  env?: Record<string, string | undefined>;
};

/** The program without its screen, with a state folder of its own. The presets that share an address ask this server. */
export async function withHost(
  scenario: Scenario,
  use: (opened: Opened) => Promise<void>,
  options: OpenedOptions = {},
): Promise<void> {
  await inPlace(scenario, async (place) => {
    vi.stubEnv("XDG_STATE_HOME", place.folder);
    vi.stubEnv("OPENAI_BASE_URL", place.rehearsal.url);
    vi.stubEnv("OPENAI_API_KEY", "any");
    for (const [name, value] of Object.entries(options.env ?? {})) vi.stubEnv(name, value);
    await reopened(place, use, options);
  });
}

/** Once more in the same place: nothing of the process before is left. */
export async function reopened(
  place: Place,
  use: (opened: Opened) => Promise<void>,
  options: OpenedOptions = {},
): Promise<void> {
  const host = openHost(place, options);
  const driver = agentDriver(host);
  const heard: SessionEvent[] = [];
  driver.subscribe((event) => heard.push(event));
  const ask = async (line: string) => {
    const before = heard.length;
    await driver.send(line);
    return heard.slice(before).flatMap((event) => (event.type === "notice" ? [event.text] : []));
  };
  const turn = async (scenario: Scenario, text = scenario.user) => {
    place.rehearsal.play(scenario);
    await driver.send(text);
    return heard.at(-1)?.type;
  };
  const bodies = () => place.rehearsal.requests as Body[];
  try {
    await use({ ...place, host, driver, heard, ask, turn, bodies });
  } finally {
    host.log().close();
  }
}

/** As `main.ts` puts it together, with a clock and ids that count. */
function openHost({ workspaceRoot }: Place, { args = [], own = [] }: OpenedOptions): SessionHost {
  const preferences = { stream: true, metrics: true };
  const providers = [...own, ...presets];
  const wayTo = openWays(providers, preferences);
  const chosen = chooseSettings(args, providers);
  const clock = countingClock();
  return sessionHost({
    ...{ workspaceRoot, preferences, providers, wayTo, chosen },
    openLog: (say) => openLog(args, workspaceRoot, say),
    createSession(log, chosen) {
      const session: AgentSession = createSession({
        createResponse: providerResponses(wayTo, () => session.settings.provider),
        chosen,
        checkSettings: ({ provider }) => wayTo(provider),
        ...{ workspaceRoot, log, now: clock.now, newId: clock.newId },
        model: process.env.OPENAI_MODEL,
        retries: { firstDelayMs: 1 },
        allowCommands: true,
      });
      return session;
    },
  });
}
