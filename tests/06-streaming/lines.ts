import type { SessionEvent } from "../../shared/events.ts";
import { line } from "../support/trace.ts";

/** One line for each piece, as in a trace. */
export const wrote = (...pieces: string[]) => pieces.map((piece) => `assistant.delta ${piece}`);
export const thought = (...pieces: string[]) => pieces.map((piece) => `reasoning.delta ${piece}`);

export const read = (path: string) => `{"path":"${path}","start_line":1}`;
export const whole = (bytes: number) => `{"bytes":${bytes},"truncated":false}`;
export const hello = ["turn.started", "user.message hello"];
export const asksForNotes = ["turn.started", "user.message What is in notes.txt?"];
export const readsNotes = (callId: string, text = "buy milk") => [
  `tool.started ${callId} read_workspace_file ${read("notes.txt")}`,
  `tool.finished ${callId} read_workspace_file ${text} ${whole(text.length)}`,
];
export const doesNotKnow = [
  ...wrote("That", " did", " not", " work", ",", " so", " I", " do", " not", " know", "."),
  "assistant.message That did not work, so I do not know.",
  "turn.completed",
];
export const tools =
  "get_current_time, read_workspace_file, list_workspace, search_workspace, run_command";
export const half = [
  ...hello,
  ...wrote("You", " will", " read"),
  "assistant.interrupted You will read",
];
export const odd = [
  ...hello,
  ...wrote("Grüße", ",", " 日本語", ",", " 🙂!"),
  "assistant.message Grüße, 日本語, 🙂!",
  "turn.completed",
];
export const silence =
  "turn.failed Nothing more came from http://SERVER/v1 for 0.3 s: the response was given up.";

/** A line for an event, and at its end the details, which are for a screen. */
export function told(event: SessionEvent): string {
  if (event.type !== "tool.finished") return line(event);
  const { details, ...others } = event;
  return details ? `${line(others)} ${JSON.stringify(details)}` : line(others);
}
