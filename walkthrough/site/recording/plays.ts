import type { Chapter } from "../../../shared/course/chapters.ts";
import type { Scenario } from "../../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../../shared/rehearsal/scenarios/all.ts";
import { answer, say } from "../../../shared/rehearsal/scenarios/script.ts";
import type { TraceOptions } from "../../../shared/trace/run-trace.ts";

/** One way to run a scenario. Most have one, and are named for it. */
export type Play = {
  /** kebab-case, unique. */
  name: string;
  scenario: Scenario;
  /** The first chapter that plays it. */
  from: number;
  /** One turn each. */
  prompts: string[];
  /**
   * What a command prints, piece by piece. On a busy machine two may come as one; as it should be, there is a pause
   * between them.
   */
  progress?: string[];
  options: Pick<TraceOptions, "cancelAfter" | "approve" | "phase" | "provider" | "retries">;
};

const asWritten = [
  "greeting",
  "read-file",
  "run-command",
  "two-calls",
  "chain",
  "text-beside-call",
  "reasoning",
  "unknown-tool",
  "bad-json",
  "missing-argument",
  "tool-throws",
  "too-many-tool-turns",
  "model-error",
  "stream-ends-early",
  "stall",
  "rate-limited",
  "overloaded",
  "edit-file",
  "write-file",
];

/** Shorter than a chapter's own, and still seen. */
const retries = { firstDelayMs: 250 };

const [first, second] = ["first\n", "second\n"];

const plays: Play[] = [
  ...asWritten.map((name) =>
    play(name, name === "run-command" ? { progress: [first, second] } : {}),
  ),
  play("greeting", { name: "two-turns", prompts: ["hello", "and now?"] }),
  play("greeting", { name: "greeting-cancelled", from: 9, cancelAfter: "assistant.delta" }),
  play("run-command", {
    name: "run-command-cancelled",
    from: 9,
    cancelAfter: "tool.progress",
    progress: [first],
  }),
  play("status-503", { name: "status-503", from: 10, retries }),
  play("read-file", { name: "read-file-chat", from: 12, provider: "chat" }),
  play("read-file", { name: "read-file-stored", from: 12, provider: "stored" }),
  play("run-command", {
    name: "run-command-in-plan",
    from: 13,
    phase: "plan",
    lastWords: "I run no command while I plan.",
  }),
  play("edit-file", {
    name: "edit-file-denied",
    from: 14,
    approve: "deny",
    lastWords: "I left notes.txt as it was.",
  }),
];

/** What a chapter can play, in the order in which it is offered. */
export function playsOf({ number }: Chapter): Play[] {
  return plays.filter(({ from }) => from <= number);
}

type Difference = Partial<Omit<Play, "scenario" | "options">> &
  Play["options"] & {
    /** What the model answers to the refusal of its call, where the script counts on a success. */
    lastWords?: string;
  };

function play(
  scenario: string,
  { name, from, prompts, progress, lastWords, ...options }: Difference = {},
): Play {
  const script = findScenario(scenario);
  return {
    name: name ?? scenario,
    scenario: lastWords === undefined ? script : endWith(script, lastWords),
    from: from ?? script.from,
    prompts: prompts ?? [script.user],
    progress,
    options,
  };
}

function endWith(script: Scenario, words: string): Scenario {
  return { ...script, responses: [...script.responses.slice(0, -1), answer(say(words))] };
}
