import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import { programPath } from "./exercise.ts";

const support = join(projectRoot(), "tests", "support");

/** Those of hundreds of files: to read them is most of what a program does when it starts. */
const packages = ["cli-highlight", "marked-terminal", "openai"];

/**
 * The bundle that the launcher would start, beside packages of one file each, which is half the work for the
 * same program. How it starts beside the real ones is seen in course/start.test.ts.
 */
export function packedProgram(entry: string): string {
  const bundle = dirname(bundleProgram(projectRoot(), programPath(entry)));
  const target = join(packed(dirname(bundle)), basename(bundle));
  writeOnce(target, (folder) => cpSync(bundle, folder, { recursive: true }));
  return join(target, "main.mjs");
}

/** A folder whose programs find these packages before those of the project. */
function packed(cache: string): string {
  const hash = createHash("sha256");
  const sources = packages.map((name) => join(support, "packed", `${name}.ts`));
  const lock = join(projectRoot(), "package-lock.json");
  for (const path of [lock, join(support, "packed-program.ts"), ...sources])
    hash.update(readFileSync(path));
  const folder = join(cache, `packed-${hash.digest("hex").slice(0, 16)}`);
  writeOnce(join(folder, "node_modules"), pack);
  removeOlder(folder);
  return folder;
}

function pack(folder: string): void {
  buildSync({
    entryPoints: packages.map((name) => ({
      in: join(support, "packed", `${name}.ts`),
      out: `${name}/index`,
    })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true, // one highlighter for the two that use it
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    minifyWhitespace: true, // less to read; every name stays
    logLevel: "error",
    banner: { js: requireForCommonJs },
  });
  for (const name of packages) {
    writeFileSync(join(folder, name, "package.json"), '{ "exports": "./index.mjs" }');
  }
}

const requireForCommonJs =
  'import { createRequire as createOwn } from "node:module"; const require = createOwn(import.meta.url);';

/** Whole or not at all, also when several processes write the same. What it takes the place of is removed after an hour. */
function writeOnce(target: string, write: (folder: string) => void): void {
  if (existsSync(target)) return;
  const parts = `${target}.${process.pid}`;
  mkdirSync(parts, { recursive: true });
  write(parts);
  try {
    renameSync(parts, target);
  } catch (error) {
    rmSync(parts, { recursive: true });
    if (!existsSync(target)) throw error;
  }
  removeOlder(target);
}

function removeOlder(target: string): void {
  const program = target.replace(/\w+$/, "");
  for (const name of readdirSync(dirname(target))) {
    const path = join(dirname(target), name);
    if (path === target || !/^[0-9a-f]{16}$/.test(path.slice(program.length))) continue;
    if (!path.startsWith(program) || Date.now() - statSync(path).mtimeMs < 3_600_000) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
