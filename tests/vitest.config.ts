import { availableParallelism } from "node:os";
import { mergeConfig } from "vitest/config";
import all from "./vitest.all.config.ts";

/**
 * What drives a browser, a terminal, the workshop or a whole program takes two thirds of the time. `npm run test:all`
 * has it too, and CI.
 */
const slow = [
  "tests/site/{site,player,diff,serve}.test.ts",
  "tests/workshop/{command,gate,pack,preflight}.test.ts",
  "tests/course/{front-door,read,start,ci-run}.test.ts",
  "tests/carry/keep.test.ts",
  "tests/*/{program,terminal,terminal-edges}.test.ts",
];

// a third of what is left is waiting: for a command, for a limit
export default mergeConfig(all, {
  test: { exclude: slow, maxWorkers: availableParallelism() + 1 },
});
