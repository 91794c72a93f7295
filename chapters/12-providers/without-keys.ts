import type { SessionEvent } from "../../shared/events.ts";

/**
 * As the keys of the known providers begin, and with a digit, which a name in a program seldom has. Arguments are JSON in
 * a text: a newline before a key is a backslash and a letter there.
 */
const LIKE_A_KEY =
  /(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))(?:(?:sk|gsk|xai|hf|ghp|gho)[-_]|github_pat_|AIza)(?=[\w-]*\d)[\w-]{16,}/g;

/** The words of the program itself, and what only a server can read. */
const AS_THEY_ARE = [
  ...["type", "sessionId", "turnId", "at", "role", "status"],
  ...["workspaceRoot", "encrypted_content"],
];

/** The ids of a server have to come back as they are, unless a key of this process stands in them. */
const IDS = ["id", "call_id", "callId", "responseId"];

/** In characters. What is shorter is a word that a local server is given. */
const SHORTEST_KEY = 8;

/**
 * An event as a line of JSON, and no text in it looks like a key or holds a key of this process: the value of a variable
 * whose name ends with KEY, TOKEN, SECRET or PASSWORD. What is removed here, the model does not hear again after a resume.
 * A call and its output stay a pair: what is the same before is the same behind.
 */
export function lineWithoutKeys(event: SessionEvent, env: NodeJS.ProcessEnv = process.env): string {
  const keys = keysOf(env);
  return JSON.stringify(event, (name, value) => {
    if (typeof value !== "string" || AS_THEY_ARE.includes(name)) return value;
    const isId = IDS.includes(name);
    // no server takes an id with brackets
    const removed = isId ? "key_removed" : "[key removed]";
    const cleaned = keys.reduce((rest, key) => rest.replaceAll(key, removed), value);
    return isId ? cleaned : cleaned.replace(LIKE_A_KEY, removed);
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
