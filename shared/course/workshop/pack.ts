import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
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
  try {
    console.log(`Copying the repository to ${join(folder, "one-turn")} …`);
    copyRepository(root, folder);
    const packages = packagesFor(root);
    console.log(
      `Fetching ${packages.length} packages for ${systems.join(", ")} (${processors.join(", ")}) …`,
    );
    fillCache(packages, join(folder, "npm-cache"));
    const registry = runNpm(["config", "get", "registry"], root).trim();
    writeFileSync(join(folder, "one-turn", ".npmrc"), npmSettings(root, registry));
    writeFileSync(join(folder, "READ-ME-FIRST.txt"), readMe);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  console.log(`${folder} is ready to be handed out. READ-ME-FIRST.txt in it says how to begin.`);
}

/** Without what belongs to this machine or to one learner. */
function copyRepository(root: string, folder: string): void {
  const left = new Set(["node_modules", ".one-turn", "workshop", ".git"]);
  const target = join(folder, "one-turn");
  mkdirSync(target, { recursive: true });
  cpSync(root, target, {
    recursive: true,
    filter: (source) => {
      const [top = ""] = relative(root, source).split(sep);
      return !left.has(top) && !`${source}${sep}`.startsWith(`${folder}${sep}`);
    },
  });
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
    runNpm(["cache", "add", "--cache", cache, ...packages.slice(from, from + AT_ONCE)], cache);
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
  const reason = error?.message ?? stderr.trim().split("\n").at(-1);
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
