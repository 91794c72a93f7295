import { createInterface } from "node:readline";
import OpenAI from "openai";
import { Agent } from "./agent.ts";
import { openaiResponses } from "./openai.ts";
import { createTools } from "./tools/registry.ts";

if (!process.env.OPENAI_API_KEY) {
  console.error("OPENAI_API_KEY is not set. For a local server any text will do.");
  process.exit(1);
}

const agent = new Agent({
  createResponse: openaiResponses(new OpenAI()),
  model: process.env.OPENAI_MODEL || "gpt-5-mini",
  instructions: `You are a coding agent that works in a terminal.
Answer in a few plain sentences.
Say what you know and what you guess.
When you cannot do what is asked, say so.`,
  maxToolTurns: 50,
  tools: createTools(process.cwd(), { allowCommands: process.argv.includes("--allow-commands") }),
});

process.stdout.write("you> ");
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) {
    const turn = agent.runOneUserTurn(line);
    console.log(await turn.catch((error: Error) => `error> ${error.message}`));
  }
  process.stdout.write("you> ");
}
console.log();
