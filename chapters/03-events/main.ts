import { createInterface } from "node:readline";
import OpenAI from "openai";
import { createSession } from "./create-session.ts";
import { eventLine } from "./event-line.ts";
import { openaiResponses } from "./openai.ts";

if (!process.env.OPENAI_API_KEY) {
  console.error("OPENAI_API_KEY is not set. For a local server any text will do.");
  process.exit(1);
}

const session = createSession({
  createResponse: openaiResponses(new OpenAI()),
  workspaceRoot: process.cwd(),
  model: process.env.OPENAI_MODEL,
  maxToolTurns: 50,
  allowCommands: process.argv.includes("--allow-commands"),
});

session.subscribe((event) => {
  const line = eventLine(event);
  if (line !== undefined) console.log(line);
});

process.stdout.write("you> ");
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) await session.dispatch({ type: "turn.run", text: line });
  process.stdout.write("you> ");
}
console.log();
