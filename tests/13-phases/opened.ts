import { vi } from "vitest";
import { createSession } from "../../chapters/13-phases/create-session.ts";
import { openLog } from "../../chapters/13-phases/open-log.ts";
import { presets } from "../../chapters/13-phases/providers.ts";
import type { AgentSession } from "../../chapters/13-phases/session.ts";
import { agentDriver } from "../../chapters/13-phases/session-driver.ts";
import { type SessionHost, sessionHost } from "../../chapters/13-phases/session-host.ts";
import { openWays, providerResponses } from "../../chapters/13-phases/ways.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";

export type Opened = Place & {
  host: SessionHost;
  /** What a listener hears, of whichever session is open. */
  heard: SessionEvent[];
  /** Sends a line and waits for its end. Gives what the program said meanwhile. */
  ask(line: string): Promise<string[]>;
};

/** The program without its screen, as `main.ts` puts it together, with a server and a state folder of its own. */
export async function withHost(
  scenario: Scenario,
  use: (opened: Opened) => Promise<void>,
): Promise<void> {
  await inPlace(scenario, async (place) => {
    vi.stubEnv("XDG_STATE_HOME", place.folder);
    vi.stubEnv("OPENAI_BASE_URL", place.rehearsal.url);
    vi.stubEnv("OPENAI_API_KEY", "any");
    const host = openHost(place);
    const driver = agentDriver(host);
    const heard: SessionEvent[] = [];
    driver.subscribe((event) => heard.push(event));
    const ask = async (line: string) => {
      const before = heard.length;
      await driver.send(line);
      return heard.slice(before).flatMap((event) => (event.type === "notice" ? [event.text] : []));
    };
    try {
      await use({ ...place, host, heard, ask });
    } finally {
      host.log().close();
    }
  });
}

function openHost({ workspaceRoot }: Place): SessionHost {
  const preferences = { stream: true, metrics: true };
  const wayTo = openWays(presets, preferences);
  const clock = countingClock();
  return sessionHost({
    ...{ workspaceRoot, preferences, providers: presets, wayTo },
    openLog: (say) => openLog(["node", "main"], workspaceRoot, say),
    createSession(log, chosen) {
      const session: AgentSession = createSession({
        createResponse: providerResponses(wayTo, () => session.settings.provider),
        ...{ workspaceRoot, model: "tiny", allowCommands: true, log, chosen },
        ...{ now: clock.now, newId: clock.newId },
      });
      return session;
    },
  });
}
