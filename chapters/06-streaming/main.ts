import OpenAI from "openai";
import { createSession } from "./create-session.ts";
import { demoDriver } from "./demo-session.ts";
import { openaiStream } from "./openai-stream.ts";
import { plainScreen } from "./screen.ts";
import type { AgentSession } from "./session.ts";
import { agentDriver } from "./session-driver.ts";
import { emptyState, reduceSessionEvent } from "./state/reduce-session-event.ts";
import { appendDraft } from "./state/transcript-items.ts";

const isDemo = process.argv.includes("--demo");
const driver = isDemo ? demoDriver() : agentDriver(openSession());
const { stdin, stdout } = process;
const isPlain = process.argv.includes("--plain") || process.env.TERM === "dumb";
// the window and its libraries are loaded only where they are used
const screen =
  stdin.isTTY && stdout.isTTY && !isPlain
    ? (await import("./tui/tui-screen.ts")).tuiScreen(stdout, stdin)
    : plainScreen(stdout, stdin);

let state = emptyState;
driver.subscribe((event) => {
  const before = state;
  state = reduceSessionEvent(state, event);
  if (state !== before) screen.show(appendDraft(state));
});

// not awaited: the driver makes a line wait, and Node exits when nothing is left to do
for await (const line of screen.lines) driver.send(line);

function openSession(): AgentSession {
  if (!process.env.OPENAI_API_KEY) {
    console.error("OPENAI_API_KEY is not set. For a local server any text will do.");
    process.exit(1);
  }
  return createSession({
    createResponse: openaiStream(new OpenAI()),
    workspaceRoot: process.cwd(),
    model: process.env.OPENAI_MODEL,
    maxToolTurns: 50,
    allowCommands: process.argv.includes("--allow-commands"),
  });
}
