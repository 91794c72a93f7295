"use strict";

// bundled like the course's own programs: a loader would be part of what is measured

const { join } = require("node:path");
const { runProgram } = require("../../shared/course/bundle.cjs");

runProgram(join(__dirname, "..", ".."), "tests/bench/bench.ts");
