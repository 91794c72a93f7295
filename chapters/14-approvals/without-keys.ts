import type { SessionEvent } from "../../shared/events.ts";

/**
 * As the keys of the known providers begin, and with a digit, which a name in a program seldom has. Arguments are JSON in
 * a text: a newline before a key is a backslash and a letter there.
 */
const LIKE_A_KEY =
  /(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))(?:(?:sk|gsk|xai|hf|ghp|gho)[-_]|github_pat_|AIza)(?=[\w-]*\d)[\w-]{16,}/g;

/** These have to come back as they are. In any other text a key may stand. */
const AS_THEY_ARE = [
  ...["type", "id", "call_id", "callId", "sessionId", "turnId", "responseId"],
  ...["at", "role", "status", "workspaceRoot", "encrypted_content"],
];

/** In characters. What is shorter is no key, and may be a common word. */
const SHORTEST_KEY = 16;

/**
 * An event as a line of JSON, and no text in it looks like a key or holds a key of this process: the value of a variable
 * whose name ends with KEY, TOKEN, SECRET or PASSWORD. What is removed here, the model does not hear again after a resume.
 */
export function lineWithoutKeys(event: SessionEvent, env: NodeJS.ProcessEnv = process.env): string {
  const keys = keysOf(env);
  return JSON.stringify(event, (name, value) => {
    if (typeof value !== "string" || AS_THEY_ARE.includes(name)) return value;
    const cleaned = keys.reduce((rest, key) => rest.replaceAll(key, "[key removed]"), value);
    return cleaned.replace(LIKE_A_KEY, "[key removed]");
  });
}

/** The longest first: one may begin another. */
function keysOf(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .filter(([name]) => /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name))
    .map(([, value = ""]) => value.trim())
    .filter((value) => value.length >= SHORTEST_KEY)
    .sort((one, other) => other.length - one.length);
}
