import type { SessionEvent } from "../../shared/events.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";

/** What a session goes by. It is made of events, so that a session that goes on has them too. */
export type Settings = {
  /** Its name. */
  provider: string;
  model: string;
};

/** Those of a session of which no event says anything else. */
export const firstSettings = { provider: "openai" } as const;

export function reduceSettings(settings: Settings, event: SessionEvent): Settings {
  switch (event.type) {
    case "provider.changed":
      return {
        ...settings,
        provider: textOrEmpty(event.provider),
        model: textOrEmpty(event.model),
      };
    default:
      return settings;
  }
}
