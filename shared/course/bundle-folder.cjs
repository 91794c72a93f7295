"use strict";

const fs = require("node:fs");
const { tmpdir } = require("node:os");
const { dirname, join } = require("node:path");

module.exports = {
  isWhole,
  markUsed,
  removeUnused,
  sizesOf,
  writableFolder,
  writeFolder,
  writeWhole,
};

const unusedFor = 60 * 60 * 1000;

/** A read-only clone gets a folder of this process's own: in a shared one, others could leave code. */
function writableFolder(root, cache) {
  try {
    fs.mkdirSync(cache, { recursive: true });
    fs.accessSync(cache, fs.constants.W_OK);
    return cache;
  } catch {
    const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), "one-turn-"));
    process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
    fs.symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    return folder;
  }
}

/** Whole or not at all, also when two processes write the same. */
function writeFolder(target, files) {
  const parts = `${target}.${process.pid}`;
  for (const { name, contents } of files) {
    fs.mkdirSync(dirname(join(parts, name)), { recursive: true });
    fs.writeFileSync(join(parts, name), contents);
  }
  const sizes = sizesOf(files);
  if (!isWhole(target, sizes)) fs.rmSync(target, { recursive: true, force: true });
  try {
    fs.renameSync(parts, target);
  } catch (error) {
    fs.rmSync(parts, { recursive: true, force: true });
    if (!isWhole(target, sizes)) throw error;
  }
}

function sizesOf(files) {
  return files.map(({ name, contents }) => ({ name, size: contents.length }));
}

/** Whether every file is there in its full length: a disk may have been full, a cleaner may have passed. */
function isWhole(target, sizes) {
  return sizes.every(({ name, size }) => {
    return fs.statSync(join(target, name), { throwIfNoEntry: false })?.size === size;
  });
}

function writeWhole(path, text) {
  fs.writeFileSync(`${path}.${process.pid}`, text);
  fs.renameSync(`${path}.${process.pid}`, path);
}

/** Another process may have chosen an older bundle a moment ago, so what was used lately stays. */
function removeUnused(folder, program, newest) {
  for (const name of fs.readdirSync(folder)) {
    const isOurs =
      name.startsWith(`${program}-`) && /^[0-9a-f]{16}/.test(name.slice(program.length + 1));
    if (!isOurs || name === newest) continue;
    const used = fs.statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    if (used !== undefined && Date.now() - used < unusedFor) continue;
    fs.rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function markUsed(folder) {
  try {
    fs.utimesSync(folder, new Date(), new Date());
  } catch {
    // a read-only clone: nothing is removed there either
  }
}
