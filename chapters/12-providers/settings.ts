import type { SessionEvent } from "../../shared/events.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";

/** What a session goes by. It is made of events, so that a session that goes on has them too. */
export type Settings = {
  /** Its name. */
  provider: string;
  model: string;
};

/** That of a session of which no event says anything else. */
export const firstSettings = { provider: "openai" } as const;

export function reduceSettings(settings: Settings, event: SessionEvent): Settings {
  if (event.type !== "provider.changed") return settings;
  const { provider, model } = event;
  return { ...settings, provider: textOrEmpty(provider), model: textOrEmpty(model) };
}
