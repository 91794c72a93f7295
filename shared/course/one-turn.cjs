#!/usr/bin/env node
"use strict";

// Every Node since 8 can parse this file; what it requires after prepare() may be newer.

require("./prepare.cjs").prepare();
require("./bundle.cjs").runProgram(
  require("node:path").join(__dirname, "..", ".."),
  "shared/course/cli.ts",
);
