import { mergeConfig } from "vitest/config";
import config from "./vitest.all.config.ts";

/** The same tests with the sizes that the promises speak of: a gigabyte, 20,000 files, a million events. */
export default mergeConfig(config, {
  test: { env: { ONE_TURN_DEEP: "1" }, testTimeout: 300_000, hookTimeout: 300_000 },
});
