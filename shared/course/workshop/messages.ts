import type { Emitted } from "./setup.ts";

/** Between a check and the process in which it runs the tests. */
export type ToHost = {
  /** Absolute paths of the files that are not as they were in the run before. */
  changed: string[];
  /** The full name of the only test to run; all of them when it is absent. */
  only?: string;
};

export type FromHost =
  | { kind: "ready" }
  /** In the order of the file. */
  | { kind: "collected"; names: string[] }
  | ({ kind: "tested" } & Tested)
  /** To the console, by the learner's code. */
  | { kind: "printed"; text: string }
  /** What failed outside of any test, such as a file that does not load. */
  | { kind: "end"; errors: TestFailure[] };

export type Tested = {
  name: string;
  state: string;
  failure?: TestFailure;
};

export type TestFailure = {
  message: string;
  /** The test's own first. */
  frames: { file: string; line: number }[];
  /** What was compared, as the test runner writes values; absent when nothing was. */
  expected?: string;
  actual?: string;
  /** The events of the test, with their stacks. */
  emitted?: Emitted[];
};
