import OpenAI from "openai";
import { cleanLines } from "./clean-text.ts";
import { createSession } from "./create-session.ts";
import { demoDriver } from "./demo-session.ts";
import { openLog } from "./open-log.ts";
import { openaiResponses } from "./openai.ts";
import { openaiStream } from "./openai-stream.ts";
import { plainScreen } from "./screen.ts";
import { agentDriver } from "./session-driver.ts";
import { type SessionHost, sessionHost } from "./session-host.ts";
import { emptyState, reduceSessionEvent } from "./state/reduce-session-event.ts";
import { appendDraft } from "./state/transcript-items.ts";

const preferences = { stream: true };
const isDemo = process.argv.includes("--demo");
const driver = isDemo ? demoDriver() : agentDriver(orExit(openHost), process.stdin.isTTY);
const { stdin, stdout } = process;
const isPlain = process.argv.includes("--plain") || process.env.TERM === "dumb";
// the window and its libraries are loaded only where they are used
const screen =
  stdin.isTTY && stdout.isTTY && !isPlain
    ? (await import("./tui/tui-screen.ts")).tuiScreen(stdout, stdin)
    : plainScreen(stdout, stdin);

let state = emptyState;
// what has happened is read from the log, and folded; subscribers hear only of what comes
driver.onSession((kept) => {
  state = emptyState;
  for (const event of kept) state = reduceSessionEvent(state, event);
  screen.show(state);
});

driver.subscribe((event) => {
  const before = state;
  state = reduceSessionEvent(state, event);
  if (state !== before) screen.show(appendDraft(state));
});

// not awaited: the driver makes a line wait, and Node exits when nothing is left to do
for await (const line of screen.lines) driver.send(line);

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
  if (!process.env.OPENAI_API_KEY) {
    throw new Error("OPENAI_API_KEY is not set. For a local server any text will do.");
  }
  const client = new OpenAI();
  const streamed = openaiStream(client);
  const whole = openaiResponses(client);
  const workspaceRoot = process.cwd();
  return sessionHost({
    workspaceRoot,
    preferences,
    openLog: (say) => openLog(process.argv, workspaceRoot, say),
    createSession: (log) =>
      createSession({
        createResponse: (request, turn) => (preferences.stream ? streamed : whole)(request, turn),
        workspaceRoot,
        model: process.env.OPENAI_MODEL,
        maxToolTurns: 50,
        allowCommands: process.argv.includes("--allow-commands"),
        log,
      }),
  });
}
