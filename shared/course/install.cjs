"use strict";

const { spawnSync } = require("node:child_process");
const { existsSync, lstatSync, statSync, utimesSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");
const { takeLock } = require("./lock.cjs");

module.exports = { installWhatIsMissing, npmCommand };

/** Runs `npm ci` when node_modules is absent or older than the lock file. Two at once take turns. Throws one line. */
function installWhatIsMissing(root) {
  if (isInstalled(root)) return;
  const release = takeLock(join(root, ".one-turn", "installing"), (owner) =>
    say(`Waiting for another npm ci in this folder (process ${owner}) …`),
  );
  try {
    if (!isInstalled(root)) install(root);
  } finally {
    release();
  }
}

/** npm writes its own list last, so an install that was cut short has none. */
function isInstalled(root) {
  // npm ci empties the folder that a link leads to, and that one is somebody else's
  if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink())
    return true;
  const installed = timeOf(installedList(root));
  return installed !== undefined && installed >= (timeOf(join(root, "package-lock.json")) ?? 0);
}

function install(root) {
  say("Installing what is missing (npm ci) …");
  const { file, args, shell } = npmCommand(process.env.npm_execpath, process.platform);
  const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const { error, status, signal } = spawnSync(
    file,
    [...args, "ci", "--include=dev", "--ignore-scripts", ...quiet],
    { cwd: root, env: environment(root), stdio: ["ignore", "ignore", "inherit"], shell },
  );
  if (error)
    throw new Error(`npm could not be started (${error.message}). Install it, or run npm ci.`);
  if (status !== 0) {
    throw new Error(
      `npm ci failed (${signal ?? `exit code ${status}`}). Mend it, and run this again.`,
    );
  }
  // a lock file with a time in the future would be installed again each time
  const time = new Date(Math.max(Date.now(), (timeOf(join(root, "package-lock.json")) ?? 0) + 1));
  if (timeOf(installedList(root)) !== undefined) utimesSync(installedList(root), time, time);
}

/** With the cache beside a clone from `workshop pack`. In .npmrc its path would begin wherever npm is started. */
function environment(root) {
  const cache = join(root, "..", "npm-cache");
  return existsSync(cache) ? { ...process.env, npm_config_cache: cache } : process.env;
}

/** The npm that started us. Under npx, and under other package managers, the path names another program. */
function npmCommand(execPath, platform) {
  const names = { "npm-cli.js": true, "npx-cli.js": true };
  if (execPath && names[basename(execPath)]) {
    const npm = join(dirname(execPath), "npm-cli.js");
    return { file: process.execPath, args: [npm], shell: false };
  }
  const windows = platform === "win32";
  return { file: windows ? "npm.cmd" : "npm", args: [], shell: windows };
}

function installedList(root) {
  return join(root, "node_modules", ".package-lock.json");
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** On stderr: what a command prints on stdout is for whoever reads its output. */
function say(line) {
  process.stderr.write(`${line}\n`);
}
