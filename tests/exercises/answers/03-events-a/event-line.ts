import type { SessionEvent } from "../../shared/events.ts";

/** What a person reads of an event; undefined where there is nothing to read. */
export const eventLine = (event: SessionEvent): string | undefined => {
  switch (event.type) {
    case "assistant.message":
      return event.text;
    case "tool.started":
      return prefixed(`${event.name} ${event.args}`);
    case "tool.progress":
      return prefixed(event.text.replace(/\n$/, ""));
    case "tool.finished":
      return prefixed(`${event.name} finished`);
    case "tool.failed":
      return prefixed(`${event.name} failed: ${event.error}`);
    case "turn.failed":
      return `error> ${event.error}`;
    default:
      return undefined;
  }
};

const prefixed = (text: string): string => text.replace(/^/gm, "tool> ");
