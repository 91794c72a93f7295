import { describe, expect, it } from "vitest";
import { trace } from "../support/trace.ts";
import {
  asksForNotes,
  doesNotKnow,
  half,
  hello,
  odd,
  readsNotes,
  silence,
  told,
  tools,
  wrote,
} from "./lines.ts";

describe.concurrent("a turn", () => {
  const traces: Record<string, string[]> = {
    slow: [
      ...hello,
      ...wrote("Sorry", ",", " that", " took", " a", " while", "."),
      "assistant.message Sorry, that took a while.",
      "turn.completed",
    ],
    "missing-argument": [
      ...asksForNotes,
      'tool.started call_1 read_workspace_file {"path":"notes.txt"}',
      'tool.failed call_1 read_workspace_file read_workspace_file was not run: "start_line" is missing. It takes path (string), start_line (number).',
      ...doesNotKnow,
    ],
    "wrong-type": [
      ...asksForNotes,
      'tool.started call_1 read_workspace_file {"path":"notes.txt","start_line":"one"}',
      'tool.failed call_1 read_workspace_file read_workspace_file was not run: "start_line" is "one". It takes path (string), start_line (number).',
      ...doesNotKnow,
    ],
    "odd-tool-name": [
      ...asksForNotes,
      "tool.started call_1 fly me/to the moon! {}",
      `tool.failed call_1 fly me/to the moon! No tool named "fly me/to the moon!". Use one of: ${tools}.`,
      ...doesNotKnow,
    ],
    "many-calls": [
      "turn.started",
      "user.message Read notes.txt two hundred times.",
      ...Array.from({ length: 200 }, (_, index) => readsNotes(`call_${index + 1}`)).flat(),
      ...wrote("Buy", " milk", ",", " every", " time", "."),
      "assistant.message Buy milk, every time.",
      "turn.completed",
    ],
    "status-401": [...hello, "turn.failed 401 Incorrect API key provided."],
    "stall-with-comments": [...half, silence],
    "unknown-events": odd,
    "keep-alive": odd,
    crlf: odd,
  };

  it.each(Object.entries(traces))("is told with its pieces: %s", async (scenario, lines) => {
    const { events } = await trace("06-streaming", scenario);
    expect(events.map(told)).toEqual(lines);
  });
});
