import type { PhaseName, SessionEvent } from "../../events.ts";
import type { TracedProvider } from "../../trace/load-chapter.ts";
import type { Approval } from "../../trace/run-trace.ts";

/** A chapter to be built from the one before. Its brief is in its page, its check is the chapter's test file. */
export type Exercise = {
  /** Of the chapter that is built. */
  folder: string;
  /** What the learner writes: for each step of the brief the declarations that it asks for. */
  steps: Step[];
  /** How the start differs from the chapter. What no record names is given. */
  start: StartRecord[];
  /** Wrong solutions: what a check must catch, and what `break` hands out. Those that a trace shows come first. */
  wrong: WrongSolution[];
};

export type Step = {
  /** As a page quotes them: "session.ts#AgentSession.publish", or "session.ts" for all of it. */
  builds: string[];
};

export type StartRecord =
  /** The whole file as in the chapter before; not there at all if it had none. */
  | { file: string; as: "before" }
  /** One declaration as in the chapter before. */
  | { file: string; symbol: string; as: "before" }
  /** A function or method without its body: it throws, and says its step. `body` is for one that may not throw. */
  | { file: string; symbol: string; step: number; body?: string }
  /** Any other piece, found once. */
  | { file: string; find: string; replace: string };

export type WrongSolution = {
  /** What it does, for someone who knows the answer. */
  title: string;
  /** A trace that is another one than the chapter's. Absent where only the check sees it. */
  shownBy?: ShownBy;
  file: string;
  /** Found once in the chapter's file. */
  find: string;
  replace: string;
};

/** The options of `one-turn trace`. */
export type ShownBy = {
  scenario: string;
  cancelAfter?: SessionEvent["type"];
  provider?: TracedProvider;
  phase?: PhaseName;
  approve?: Approval;
  wire?: true;
};

/** What the checks of an exercise are known to say, beside it as JSON: written by `workshop gate NN --write`. */
export type Known = {
  /** How many tests check it. A run that had fewer is no pass. */
  tests: number;
  /** What the untouched start fails with. */
  start: FirstDifference;
  /** Where each wrong solution is seen. No two of them show the same. */
  wrong: FirstDifference[];
};

export type FirstDifference = {
  /** The full name of the first test that fails. */
  test: string;
  /** The row that was expected at the first difference. Of an error that compares nothing, its message. */
  expected: string;
  /** The row that came instead; absent for an error that compares nothing. */
  actual?: string;
};
