import type { Fault, ScriptedItem, ScriptedResponse } from "../scenario.ts";

/** Written here once, so that a scenario reads as a dialogue. */
export function say(text: string): ScriptedItem {
  return { type: "message", text };
}

/** A message that a stream sends in these pieces. */
export function inPieces(...pieces: string[]): ScriptedItem {
  return { type: "message", text: pieces.join(""), pieces };
}

export function call(callId: string, name: string, args: string): ScriptedItem {
  return { type: "call", callId, name, args };
}

export function readNotes(callId: string): ScriptedItem {
  return call(callId, "read_workspace_file", '{"path":"notes.txt","start_line":1}');
}

export function answer(...output: ScriptedItem[]): ScriptedResponse {
  return { output };
}

export function fail(fault: Fault, ...output: ScriptedItem[]): ScriptedResponse {
  return { output, fault };
}

export const notes = { "notes.txt": "buy milk" };
