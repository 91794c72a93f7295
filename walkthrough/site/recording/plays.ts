import type { Chapter } from "../../../shared/course/chapters.ts";
import { findScenario } from "../../../shared/rehearsal/scenarios/all.ts";
import type { TraceOptions } from "../../../shared/trace/run-trace.ts";

/** One way to run a scenario. Most have one, and are named for it. */
export type Play = {
  /** kebab-case, unique. */
  name: string;
  scenario: string;
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
  play("run-command", { name: "run-command-in-plan", from: 13, phase: "plan" }),
  play("edit-file", { name: "edit-file-denied", from: 14, approve: "deny" }),
];

/** What a chapter can play, in the order in which it is offered. */
export function playsOf({ number }: Chapter): Play[] {
  return plays.filter(({ from }) => from <= number);
}

type Difference = Partial<Omit<Play, "scenario" | "options">> & Play["options"];

function play(
  scenario: string,
  { name, from, prompts, progress, ...options }: Difference = {},
): Play {
  const script = findScenario(scenario);
  return {
    name: name ?? scenario,
    scenario,
    from: from ?? script.from,
    prompts: prompts ?? [script.user],
    progress,
    options,
  };
}
