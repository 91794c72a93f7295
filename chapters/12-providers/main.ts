import type { SessionEvent } from "../../shared/events.ts";
import { chooseSettings } from "./choose-settings.ts";
import { cleanLines } from "./clean-text.ts";
import { createSession } from "./create-session.ts";
import { demoDriver } from "./demo-session.ts";
import { openLog } from "./open-log.ts";
import { providerFile, readProviders } from "./provider-file.ts";
import { presets } from "./providers.ts";
import { plainScreen } from "./screen.ts";
import type { AgentSession } from "./session.ts";
import { agentDriver } from "./session-driver.ts";
import { type SessionHost, sessionHost } from "./session-host.ts";
import { emptyState, reduceSessionEvent } from "./state/reduce-session-event.ts";
import { appendDraft } from "./state/transcript-items.ts";
import type { TuiState } from "./state/tui-state.ts";
import { openWays, providerResponses } from "./ways.ts";

const preferences = { stream: true, metrics: true };
const isDemo = process.argv.includes("--demo");
const driver = isDemo ? demoDriver() : agentDriver(orExit(openHost), process.stdin.isTTY);
const { stdin, stdout } = process;
const isPlain = process.argv.includes("--plain") || process.env.TERM === "dumb";
// the window and its libraries are loaded only where they are used
const screen =
  stdin.isTTY && stdout.isTTY && !isPlain
    ? (await import("./tui/tui-screen.ts")).tuiScreen(stdout, stdin, cancel)
    : plainScreen(stdout, stdin, cancel);

let state = emptyState;
// what has happened is read from the log, and folded; subscribers hear only of what comes
driver.onSession((kept) => {
  state = emptyState;
  for (const event of kept) state = reduceShown(state, event);
  screen.show(state);
});

driver.subscribe((event) => {
  const before = state;
  state = reduceShown(state, event);
  if (state !== before) screen.show(appendDraft(state));
});

// not awaited: the driver makes a line wait, and Node exits when nothing is left to do
for await (const line of screen.lines) driver.send(line);

/** What is not shown counts all the same. */
function reduceShown(before: TuiState, event: SessionEvent): TuiState {
  const after = reduceSessionEvent(before, event);
  const isHidden = event.type === "turn.metrics" && !preferences.metrics;
  return isHidden ? { ...after, transcript: before.transcript } : after;
}

/** No event tells of it before the turn has ended, and the user has to see at once that the key was heard. */
function cancel(): void {
  driver.cancel();
  if (state.status.turn === "idle") return;
  state = { ...state, status: { turn: "cancelling" } };
  screen.show(appendDraft(state));
}

function orExit<Value>(open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    // a log may hold anything
    console.error(cleanLines((error as Error).message).join(" "));
    process.exit(1);
  }
}

function openHost(): SessionHost {
  const workspaceRoot = process.cwd();
  const own = readProviders(providerFile(), workspaceRoot);
  const others = presets.filter(({ name }) => own.every((each) => each.name !== name));
  const providers = [...own, ...others];
  const wayTo = openWays(providers, preferences);
  const chosen = chooseSettings(process.argv, providers);
  return sessionHost({
    ...{ workspaceRoot, preferences, providers, wayTo, chosen },
    openLog: (say) => openLog(process.argv, workspaceRoot, say),
    createSession(log, chosen) {
      const session: AgentSession = createSession({
        createResponse: providerResponses(wayTo, () => session.settings.provider),
        workspaceRoot,
        model: process.env.OPENAI_MODEL,
        chosen,
        // a key that is missing is said before the first request
        checkSettings: ({ provider }) => wayTo(provider),
        maxToolTurns: 50,
        allowCommands: process.argv.includes("--allow-commands"),
        log,
      });
      return session;
    },
  });
}
