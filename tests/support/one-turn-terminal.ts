import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenedTerminal, openTerminal, type TerminalOptions } from "./terminal.ts";

type Options = Omit<TerminalOptions, "args" | "program"> & { clone: string };

/** `one-turn …` of a clone in a terminal. */
export function openOneTurn(args: string[], { clone, ...options }: Options): OpenedTerminal {
  return openTerminal({ args: [programOf(clone), ...args], cwd: clone, ...options });
}

/** The same from a shell, which says at the end how it went, "code 0, terminal as before", and stays until it is closed. */
export function openOneTurnInShell(args: string[], { clone, ...options }: Options): OpenedTerminal {
  const script = `
    before=$(stty -g)
    "$0" "$@"
    code=$?
    [ "$before" = "$(stty -g)" ] && echo "code $code, terminal as before" || stty -a
    read _`;
  const started = ["-c", script, process.execPath, programOf(clone), ...args];
  return openTerminal({ program: "/bin/sh", args: started, cwd: clone, ...options });
}

/** Settings for a program that does this, in JavaScript, once the file is there. */
export function onceThereIs(file: string, script: string, folder: string): Record<string, string> {
  const spy = join(folder, "spy.cjs");
  writeFileSync(
    spy,
    `if (process.argv[1]?.endsWith("one-turn.cjs")) {
      const look = setInterval(() => {
        if (!require("node:fs").existsSync(${JSON.stringify(file)})) return;
        clearInterval(look);
        ${script};
      }, 20);
      look.unref();
    }`,
  );
  return { NODE_OPTIONS: `--require ${JSON.stringify(spy)}` };
}

function programOf(clone: string): string {
  return join(clone, "shared", "course", "one-turn.cjs");
}
