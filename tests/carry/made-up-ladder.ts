import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { devNull, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { runProgramAgain } from "../support/run-again.ts";
import { type Ran, runNode } from "../support/run-one-turn.ts";

const projectRoot = resolve(import.meta.dirname, "../..");

/** One example for most tests: 03 has a layer in agent.ts, 04 has none. */
export const agent = `import { z } from "./z.ts";

export function run() {
  ask();
  answer();
}

export const limit = 8;
`;

export const withEvents = `${agent}\nexport const events = [];\n`;

export const fourChapters = {
  "01-loop/agent.ts": agent,
  "01-loop/main.ts": "run();\n",
  "02-tools/agent.ts": agent,
  "02-tools/main.ts": "run();\n",
  "03-events/agent.ts": withEvents,
  "03-events/main.ts": "run();\n",
  "04-state/agent.ts": withEvents,
  "04-state/main.ts": "run();\n",
};

const program = "tests/carry/carry-program.ts";

/** No setting of this machine, and of no hook that runs the tests, reaches these repositories. */
const gitSettings = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull };

const somebody = {
  GIT_AUTHOR_NAME: "Somebody",
  GIT_AUTHOR_EMAIL: "somebody@example.org",
  GIT_COMMITTER_NAME: "Somebody",
  GIT_COMMITTER_EMAIL: "somebody@example.org",
};

export type MadeUpLadder = ReturnType<typeof openLadder>;

/** A git repository with these files, committed, gone after the test. Paths begin below chapters/. */
export function makeLadder(files: Record<string, string | Buffer>): MadeUpLadder {
  const ladder = openLadder(makeFolder());
  for (const [path, text] of Object.entries(files)) ladder.write(path, text);
  ladder.init();
  ladder.commit();
  return ladder;
}

export function makeFolder(): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "one-turn-carry-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

export function openLadder(root: string) {
  const at = (path: string) => join(root, "chapters", path);
  const git = (...args: string[]) => {
    const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, ...environment } = process.env;
    const env = { ...environment, ...gitSettings, ...somebody };
    return execFileSync("git", args, { cwd: root, env, encoding: "utf8" });
  };
  return {
    root,
    at,
    write(path: string, text: string | Buffer) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    edit(path: string, from: string, to: string) {
      const text = readFileSync(at(path), "utf8");
      if (!text.includes(from)) throw new Error(`${path} has no "${from}".`);
      writeFileSync(
        at(path),
        text.replace(from, () => to),
      );
    },
    read: (path: string) => readFileSync(at(path), "utf8"),
    remove: (path: string) => rmSync(at(path)),
    setMode: (path: string, mode: number) => chmodSync(at(path), mode),
    /** Every file below chapters/, with its mode. */
    files: () => readFiles(join(root, "chapters")),
    git,
    /** Without the examples of hooks, which are most of a new repository. */
    init: () => git("init", "--quiet", "--template=", "--initial-branch=main"),
    commit() {
      git("add", "--all");
      git("-c", "maintenance.auto=false", "commit", "--quiet", "--message", "as it is");
    },
    copy() {
      const copy = makeFolder();
      cpSync(root, copy, { recursive: true });
      return openLadder(copy);
    },
    /** `one-turn carry …` in a process that has run others before. */
    carry(...args: string[]) {
      const env = { ONE_TURN_ROOT: root, ...gitSettings };
      return runProgramAgain(program, ["carry", ...args], { cwd: root, env });
    },
  };
}

/** `one-turn carry …` in a process of its own. */
export function runCarry(
  root: string,
  args: string[],
  { env = {}, preload }: { env?: Record<string, string>; preload?: string } = {},
): Promise<Ran> {
  const bundle = bundleProgram(projectRoot, program);
  const before = preload === undefined ? [] : ["--import", preload];
  return runNode([...before, bundle, "carry", ...args], {
    cwd: root,
    env: { ONE_TURN_ROOT: root, ...gitSettings, ...env },
  });
}

/** Every file below a folder by its path, with its mode. */
export function readFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const mode = (statSync(path).mode & 0o777).toString(8);
      const name = path.slice(folder.length + 1).replaceAll("\\", "/");
      return [name, `${mode} ${readFileSync(path, "latin1")}`];
    }),
  );
}
