import { payloadOf } from "../../../../shared/course/diff/align-traces.ts";
import type { SessionEvent } from "../../../../shared/events.ts";
import { summarize } from "./summarize.ts";

/** What an event says beside its type, field by field, each in one line. A log may hold anything. */
export function eventWords(event: SessionEvent): { name: string; text: string }[] {
  return Object.entries(payloadOf(event)).map(([name, value]) => {
    const isName = ["callId", "name", "stream", "model", "decision", "status"].includes(name);
    const text = isName && typeof value === "string" ? value : summarize(value, 96);
    return { name, text };
  });
}

/** For those who listen. */
export function eventSentence(event: SessionEvent): string {
  const words = eventWords(event).filter(({ name }) => name !== "callId");
  return [event.type, ...words.map(({ text }) => text)].join(" ").slice(0, 200);
}
