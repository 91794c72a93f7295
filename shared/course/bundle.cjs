"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { build } = require("./build-program.cjs");
const folders = require("./bundle-folder.cjs");

module.exports = { bundleProgram, runProgram };

/** What decides how a bundle is made, besides its sources. */
const settings = [
  "tsconfig.json",
  "package.json",
  "shared/course/build-program.cjs",
  "shared/course/bundle.cjs",
];

/** Runs a program of the course in this process. Its sources find the project by ONE_TURN_ROOT. */
async function runProgram(root, entry) {
  process.env.ONE_TURN_ROOT = root;
  if (process.env.ONE_TURN_DEBUG) process.setSourceMapsEnabled(true);
  try {
    await import(pathToFileURL(bundleProgram(root, entry)).href);
  } catch (error) {
    process.stderr.write(`one-turn: ${process.env.ONE_TURN_DEBUG ? error.stack : error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * The path of a bundle of `entry`, a path below `root` with "/". Built anew only when one of its sources
 * has changed; kept below .one-turn/cache, or until this process ends where that cannot be written.
 * What `external` names, by absolute paths with "*", stays an import: the same for each call with this `entry`.
 */
function bundleProgram(root, entry, external) {
  const program = entry.replace(/\.[a-z]+$/, "").replace(/\//g, "-");
  const cache = join(root, ".one-turn", "cache");
  const kept = findKept(root, cache, program);
  if (kept) return kept;
  const folder = folders.writableFolder(root, cache);
  const { files, inputs } = build(root, entry, join(folder, program), external);
  const name = `${program}-${hashOf(root, inputs)}`;
  const target = join(folder, name);
  folders.writeFolder(target, files);
  folders.writeWhole(
    join(folder, `${program}.json`),
    JSON.stringify({ inputs, sizes: folders.sizesOf(files) }),
  );
  folders.removeUnused(folder, program, name);
  return join(target, "main.mjs");
}

function findKept(root, cache, program) {
  try {
    const { inputs, sizes } = JSON.parse(fs.readFileSync(join(cache, `${program}.json`), "utf8"));
    const target = join(cache, `${program}-${hashOf(root, inputs)}`);
    if (!folders.isWhole(target, sizes)) return undefined;
    folders.markUsed(target);
    return join(target, "main.mjs");
  } catch {
    return undefined;
  }
}

function hashOf(root, inputs) {
  const hash = createHash("sha256");
  for (const path of [...inputs, ...settings]) {
    const file = join(root, path);
    hash.update(`${path}\0`).update(fs.existsSync(file) ? fs.readFileSync(file) : "absent");
  }
  return hash.digest("hex").slice(0, 16);
}
