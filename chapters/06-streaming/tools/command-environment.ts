/** Words for a secret. PWD and SSH_AUTH_SOCK are none. */
const SECRET =
  /key|token|secret|pass|_pwd|credential|cookie|webhook|headers|connection_?string|_dsn|(?<!ssh)_auth/i;

/** As in postgres://user:password@host/name. */
const PASSWORD_IN_URL = /:\/\/[^\s/:@]*:[^\s@]+@/;

/** In characters. What is shorter is a word that a local server is given. */
const SHORTEST_KEY = 8;

/**
 * The environment for a command: no variable whose name speaks of a secret, no other that holds the same key, no address
 * with a password in it, and nothing that waits for a person. A known limit: on Linux a command can still read the program's own environment in /proc.
 */
export function commandEnvironment(env = process.env): NodeJS.ProcessEnv {
  const keys = keysOf(env);
  const harmless = Object.entries(env).filter(
    ([name, value = ""]) =>
      !SECRET.test(name) &&
      !PASSWORD_IN_URL.test(value) &&
      !keys.some((key) => value.includes(key)),
  );
  return {
    ...Object.fromEntries(harmless),
    TERM: "dumb",
    PAGER: "cat",
    GIT_PAGER: "cat",
    EDITOR: "true",
    VISUAL: "true",
    GIT_EDITOR: "true",
    GIT_TERMINAL_PROMPT: "0",
  };
}

function keysOf(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .filter(([name]) => /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name))
    .map(([, value = ""]) => value.trim())
    .filter((value) => value.length >= SHORTEST_KEY);
}
