import type { SessionEvent } from "../../shared/events.ts";

/** As the keys of the known providers begin, also behind a newline that is escaped. */
const LIKE_A_KEY = /(?:\b|(?<=\\[bfnrt]))(?:(?:sk|gsk|xai|hf|ghp)[-_]|AIza)[\w-]{16,}/g;

/** Shorter than any key; a word that is set in place of one may stand anywhere. */
const SHORTEST_KEY = 16;

/** These have to come back as they are, and by chance one can look like a key. */
const VERBATIM = ["encrypted_content", "workspaceRoot"];

/** An event as a line of JSON in which no text looks like a key, or holds a key of this process. */
export function lineWithoutKeys(event: SessionEvent, env: NodeJS.ProcessEnv = process.env): string {
  const keys = Object.entries(env).flatMap(([name, value = ""]) => {
    return /KEY|TOKEN|SECRET/.test(name) && value.length >= SHORTEST_KEY ? [value] : [];
  });
  return JSON.stringify(event, (name, value) => {
    if (typeof value !== "string" || VERBATIM.includes(name)) return value;
    const cleaned = keys.reduce((rest, key) => rest.replaceAll(key, "[key removed]"), value);
    return cleaned.replace(LIKE_A_KEY, "[key removed]");
  });
}
