import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { npmCommand } from "../install.cjs";
import { projectRoot } from "../project-root.ts";

/** A package of the lock file, as it is listed there. */
type Locked = { version?: string; os?: string[]; cpu?: string[]; link?: boolean; name?: string };

const systems = ["linux", "darwin", "win32"];
const processors = ["x64", "arm64"];
/** On Windows a command line has 8,191 characters. */
const AT_ONCE = 50;

/**
 * Puts the repository and an npm cache with its packages for Linux, macOS and Windows into one new folder. Whoever
 * gets it runs `npm start` in it, without a network. Throws one line, and leaves nothing half done.
 */
export function pack(wanted = "one-turn-pack"): void {
  const root = projectRoot();
  const folder = resolve(wanted);
  if (existsSync(folder)) throw new Error(`${folder} is there already. Name a folder that is not.`);
  // what is ended early has another name, and is in nobody's way
  const parts = `${folder}.part-${process.pid}`;
  try {
    console.log("Copying the repository …");
    copyRepository(root, parts);
    const packages = packagesFor(root);
    console.log(
      `Fetching ${packages.length} packages for ${systems.join(", ")} (${processors.join(", ")}) …`,
    );
    fillCache(packages, join(parts, "npm-cache"));
    const registry = runNpm(["config", "get", "registry"], root).trim();
    writeFileSync(join(parts, "one-turn", ".npmrc"), npmSettings(root, registry));
    writeFileSync(join(parts, "READ-ME-FIRST.txt"), readMe);
    renameSync(parts, folder);
  } catch (error) {
    rmSync(parts, { recursive: true, force: true });
    throw error;
  }
  console.log(`${folder} is ready to be handed out. READ-ME-FIRST.txt in it says how to begin.`);
}

/** What a clone has at its top, and nothing else: a folder of one's own may hold a key. */
const handedOut = new Set([
  ...["chapters", "shared", "tests", "walkthrough", ".ci", ".biome.json", ".gitattributes"],
  ...[".gitignore", ".npmrc", "CONTRIBUTING.md", "LICENSE", "README.md", "package-lock.json"],
  ...["package.json", "tsconfig.json"],
]);

function copyRepository(root: string, folder: string): void {
  for (const name of readdirSync(root).filter((each) => handedOut.has(each))) {
    cpSync(join(root, name), join(folder, "one-turn", name), { recursive: true });
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

function fillCache(packages: string[], cache: string): void {
  for (let from = 0; from < packages.length; from += AT_ONCE) {
    runNpm(
      [
        "cache",
        "add",
        "--fetch-retries=1",
        "--cache",
        cache,
        ...packages.slice(from, from + AT_ONCE),
      ],
      cache,
    );
  }
}

function runNpm(words: string[], cwd: string): string {
  mkdirSync(cwd, { recursive: true });
  const { file, args, shell } = npmCommand(process.env.npm_execpath, process.platform);
  const { status, stdout, stderr, error } = spawnSync(file, [...args, ...words], {
    cwd,
    shell,
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  const said = stderr.match(/^npm (?:error|ERR!) (?!code|A complete log|errno|syscall).*/m)?.[0];
  const reason = error?.message ?? said ?? stderr.trim().split("\n")[0];
  throw new Error(`npm ${words.slice(0, 2).join(" ")} failed: ${reason}`);
}

/** A cache is looked up by the registry's address: it has to be the one that filled it. */
function npmSettings(root: string, registry: string): string {
  const own = readFileSync(join(root, ".npmrc"), "utf8").trimEnd();
  return `${own}\n; from here on: packages come from the folder beside this one\ncache=../npm-cache\noffline=true\nregistry=${registry}\n`;
}

const readMe = `One Turn, for a room without a network

You need Node 20.19 or later (or 22.12 or later). Then, in a terminal:

  cd one-turn
  npm start

The first start installs what is needed from the folder npm-cache. Copy both folders to your disk and keep them side
by side. To see whether your machine is ready:

  npx one-turn workshop preflight

With a network again, delete the last four lines of one-turn/.npmrc.
`;
