"use strict";

// Every Node since 8 can parse this file, and nothing of Node is required before the version check.

const { engines } = require("../../package.json");

module.exports = { prepare, nodeProblem };

/** Checks this Node and installs what is missing. Ends the process with one line when it cannot. */
function prepare() {
  const problem = nodeProblem(process.version, engines.node);
  if (problem) return end(problem);
  try {
    const { installWhatIsMissing } = require("./install.cjs");
    installWhatIsMissing(require("node:path").join(__dirname, "..", ".."));
  } catch (error) {
    end(error.message);
  }
}

/** A sentence when the version is outside the range, which is made of ^a.b.c and >=a.b.c joined by "||". */
function nodeProblem(version, range) {
  const found = numbers(version);
  const wanted = range.split("||").map((part) => part.trim());
  if (wanted.some((part) => matches(found, part))) return undefined;
  const needed = wanted.map(inWords).join(", or ");
  return `One Turn needs Node ${needed}. This is Node ${found.join(".")}: get another from https://nodejs.org.`;
}

function matches(found, part) {
  const least = numbers(part);
  if (part.startsWith("^") && found[0] !== least[0]) return false;
  const different = least.findIndex((number, place) => number !== found[place]);
  return different === -1 || found[different] > least[different];
}

function inWords(part) {
  const least = numbers(part);
  return part.startsWith("^")
    ? `${least.join(".")} or a later ${least[0]}`
    : `${least.join(".")} or later`;
}

function numbers(text) {
  return text
    .match(/\d+/g)
    .slice(0, 3)
    .map((digits) => Number(digits));
}

function end(line) {
  process.stderr.write(`one-turn: ${line}\n`);
  process.exit(1);
}

if (require.main === module) prepare();
