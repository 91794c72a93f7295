"use strict";

const { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");

module.exports = { takeLock, isRunning };

const longestHold = 30 * 60 * 1000;
const longestWrite = 5 * 1000;

/** Waits until this process owns the lock file, and returns what releases it. Where nothing can be written there is no lock. */
function takeLock(path, onWait) {
  for (let told = false; ; ) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") return () => {};
    }
    const owner = ownerOf(path);
    if (owner === "nobody") {
      rmSync(path, { force: true });
      continue;
    }
    if (!told) onWait(owner);
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/** A pid may be given again to another program, so a very old lock counts as left behind, too. */
function ownerOf(path) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const pid = readPid(path);
  if (!pid) return age > longestWrite ? "nobody" : "unknown";
  return isRunning(pid) && age < longestHold ? pid : "nobody";
}

function readPid(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
