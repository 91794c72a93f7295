import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { npmCommand } from "../install.cjs";
import { projectRoot } from "../project-root.ts";

/** A package of the lock file, as it is listed there. */
type Locked = { version?: string; os?: string[]; cpu?: string[]; link?: boolean; name?: string };

const systems = ["linux", "darwin", "win32"];
const processors = ["x64", "arm64"];
/** On Windows a command line has 8,191 characters. */
const AT_ONCE = 50;

/**
 * Puts the repository and an npm cache with its packages for Linux, macOS and Windows into one new folder, beside the
 * clone unless another is named. Whoever gets it runs `npm start` in it, without a network. Throws one line, and leaves
 * nothing half done.
 */
export function pack(wanted?: string): void {
  const root = projectRoot();
  const folder = newFolder(root, wanted ?? join(root, "..", "one-turn-pack"));
  // what is killed has another name, and is in nobody's way
  const parts = `${folder}.part-${process.pid}`;
  // Ctrl+C ends npm, too, and that is a failure like any other; without this it would end us before we have cleared up
  process.once("SIGINT", () => {});
  try {
    fillFolder(root, parts);
    renameSync(parts, folder);
  } catch (error) {
    rmSync(parts, { recursive: true, force: true });
    throw error;
  }
  console.log(`${folder} is ready to be handed out. READ-ME-FIRST.txt in it says how to begin.`);
}

function newFolder(root: string, wanted: string): string {
  const folder = resolve(wanted);
  if (existsSync(folder)) throw new Error(`${folder} is there already. Name a folder that is not.`);
  const parent = dirname(folder);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${parent} is no folder. Make it first, or name another.`);
  }
  if (`${realpathSync(parent)}${sep}`.startsWith(`${realpathSync(root)}${sep}`)) {
    throw new Error(`${folder} is inside the clone. Name a folder outside: ../${basename(folder)}`);
  }
  return folder;
}

function fillFolder(root: string, folder: string): void {
  const registry = runNpm(["config", "get", "registry"], root).trim();
  console.log("Copying the repository …");
  copyRepository(root, join(folder, "one-turn"));
  const packages = packagesFor(root);
  console.log(
    `Fetching ${packages.length} packages for ${systems.join(", ")} (${processors.join(", ")}) …`,
  );
  fillCache(packages, folder);
  writeFileSync(join(folder, "one-turn", ".npmrc"), npmSettings(root, registry));
  writeFileSync(join(folder, "READ-ME-FIRST.txt"), readMe);
}

/** What a clone has at its top, and nothing else: a folder of one's own may hold a key. */
const handedOut = new Set([
  ...["chapters", "shared", "tests", "walkthrough", ".ci", ".biome.json", ".gitattributes"],
  ...[".gitignore", ".npmrc", "CONTRIBUTING.md", "LICENSE", "README.md", "package-lock.json"],
  ...["package.json", "tsconfig.json"],
]);

/** In any folder: what was installed or made there, and what may hold a key. */
const keptBack = new Set(["node_modules", ".one-turn", ".env"]);

function copyRepository(root: string, folder: string): void {
  for (const name of readdirSync(root).filter((each) => handedOut.has(each))) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !keptBack.has(basename(source)),
    });
  }
}

/** Every package that npm would install on one of these systems, as "name@version". */
export function packagesFor(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages as Record<string, Locked>);
  const wanted = packages.flatMap(([path, { version, os, cpu, link, name }]) => {
    if (!path || link || !version || !runsOn(os, systems) || !runsOn(cpu, processors)) return [];
    return [`${name ?? path.replace(/^.*node_modules\//, "")}@${version}`];
  });
  return [...new Set(wanted)].sort();
}

/** npm's own words: a list of names, or of names with "!" that are left out. */
function runsOn(listed: string[] | undefined, ours: string[]): boolean {
  if (!listed) return true;
  return ours.some((each) =>
    listed.some((name) => name.startsWith("!"))
      ? !listed.includes(`!${each}`)
      : listed.includes(each),
  );
}

function fillCache(packages: string[], folder: string): void {
  // its logs would say where we are
  const settings = { npm_config_cache: join(folder, "npm-cache"), npm_config_logs_max: "0" };
  for (let from = 0; from < packages.length; from += AT_ONCE) {
    const some = packages.slice(from, from + AT_ONCE);
    runNpm(["cache", "add", "--fetch-retries=1", ...some], folder, settings);
  }
}

function runNpm(words: string[], cwd: string, settings: NodeJS.ProcessEnv = {}): string {
  const { file, args, shell } = npmCommand(process.env.npm_execpath, process.platform);
  const { status, signal, stdout, stderr, error } = spawnSync(file, [...args, ...words], {
    cwd,
    shell,
    env: { ...process.env, ...settings },
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  const command = `npm ${words.slice(0, 2).join(" ")}`;
  if (signal) throw new Error(`${command} was ended (${signal}).`);
  const reason = error?.message ?? whatNpmSays(stderr) ?? `exit code ${status}`;
  throw new Error(`${command} failed (${reason}). Mend it, and run this again.`);
}

/** Its first line that is a sentence. */
function whatNpmSays(stderr: string): string | undefined {
  const line = /^npm (?:error|ERR!) (?!code |errno |syscall |A complete log)(?:\w*Error: )?(.+)/m;
  return line.exec(stderr)?.[1] ?? (stderr.trim().split("\n")[0] || undefined);
}

/** What is in a cache is found by the address of the registry that it came from. */
function npmSettings(root: string, registry: string): string {
  const own = readFileSync(join(root, ".npmrc"), "utf8").trimEnd();
  return `${own}\n; from here on: packages come from the folder npm-cache beside this one\noffline=true\nregistry=${registry}\n`;
}

const readMe = `One Turn, for a room without a network

You need Node 20.19 or later (or 22.12 or later). Then, in a terminal:

  cd one-turn
  npm start

The first start installs what is needed from the folder npm-cache. Copy both folders to your disk and keep them side
by side. To see whether your machine is ready:

  npx one-turn workshop preflight

With a network again, delete the last three lines of one-turn/.npmrc.
`;
