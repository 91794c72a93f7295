import type { SessionEvent } from "../../../shared/events.ts";
import type { WireEntry } from "../../../shared/trace/wire.ts";

/** One scenario, played in one chapter. Everything in it is as it was when the chapter ran. */
export type Recording = {
  /** The folder of the chapter: "03-events". */
  chapter: string;
  /** Its name among the scenarios of the rehearsal: "run-command". */
  scenario: string;
  prompts: string[];
  /** What went over the wire, in order. */
  wire: WireEntry[];
  steps: Step[];
  /** The windows that the steps show, each once. */
  screens: Screen[];
};

export type Step = {
  event: SessionEvent;
  /** How many entries of `wire` had gone by when the event came. */
  wire: number;
  /** Who emitted it; in chapters without a session, the line that the watcher saw. */
  code?: CodePlace;
  /** Which of `screens` stood after it. */
  screen: number;
  /** The user pressed Ctrl+C when it came. */
  cancels?: true;
};

export type CodePlace = {
  /** Below the root of the project: "chapters/03-events/session.ts". */
  file: string;
  /** From 1. */
  line: number;
  /** The line emits nothing: a watcher saw it pass. */
  seen?: true;
};

export type Screen = {
  columns: number;
  rows: Run[][];
};

/** A piece of a row that looks the same all along. */
export type Run = {
  text: string;
  /** 0 to 15, as SGR counts them. */
  color?: number;
  bold?: boolean;
  underline?: boolean;
};

/** What there is to play, in the order of the chapters. */
export type RecordingIndex = {
  chapter: string;
  title: string;
  scenarios: { name: string; user: string; events: string[] }[];
}[];
