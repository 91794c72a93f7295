import type { Scenario } from "../scenario.ts";
import { answer, say } from "./script.ts";

/** Turns without a tool. */
export const answers: Scenario[] = [
  {
    name: "greeting",
    shows: "The smallest turn: one question, one answer.",
    from: 1,
    user: "hello",
    responses: [answer(say("Hello! What shall we build?"))],
  },
  {
    name: "reasoning",
    shows: "The model thinks before it answers; what it thought is no answer.",
    from: 1,
    user: "Is 91 a prime number?",
    responses: [
      answer({ type: "reasoning", text: "7 times 13 is 91." }, say("No: 91 is 7 times 13.")),
    ],
  },
  {
    name: "slow",
    shows: "The answer takes its time.",
    from: 1,
    user: "hello",
    responses: [{ output: [say("Sorry, that took a while.")], delayMs: 300 }],
  },
  {
    name: "model-error",
    shows: "The API refuses the request: the turn fails with its message.",
    from: 1,
    user: "hello",
    responses: [{ output: [], fault: "status-401" }],
  },
];
