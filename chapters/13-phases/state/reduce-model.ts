import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";

/** Whom the session has gone to, in words. Empty where no event says that it went anywhere. */
export function reduceModel(model: string, event: SessionEvent): string {
  if (event.type !== "provider.changed") return model;
  return `${textOrEmpty(event.model)} at ${textOrEmpty(event.provider)}`;
}
