const SECRET = /key|token|secret|password|passwd|passphrase|credential/i;

/**
 * The environment for a command: no variable whose name speaks of a secret, and nothing that waits
 * for a person. A known limit: on Linux a command can still read the program's own environment in /proc.
 */
export function commandEnvironment(env = process.env): NodeJS.ProcessEnv {
  const harmless = Object.entries(env).filter(([name]) => !SECRET.test(name));
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
