import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { PoolOptions, PoolRunnerInitializer, PoolWorker } from "vitest/node";
import { projectRoot } from "../project-root.ts";

/**
 * A thread for each run, as the test runner has it, but the next one starts, and warms up, when the one before has
 * ended: both take 300 ms of the time after a save.
 */
export function readyWorkers(): PoolRunnerInitializer {
  let spare: Worker | undefined;
  return {
    name: "ready",
    createPoolWorker(options) {
      const thread = spare ?? startThread(options);
      spare = undefined;
      return poolWorker(thread, () => {
        if (spare) return;
        const started = startThread(options);
        spare = started;
        const forget = () => {
          if (spare === started) spare = undefined;
        };
        // a package that is not there for now, as while packages are installed: the next run says so, if it is still so
        started.once("error", forget).once("exit", forget);
      });
    },
  };
}

const warmUp = pathToFileURL(join(projectRoot(), "shared/course/workshop/warm-up.mjs")).href;

function startThread({ distPath, env, execArgv }: PoolOptions): Worker {
  const thread = new Worker(join(distPath, "workers", "threads.js"), {
    env,
    execArgv: [...execArgv, "--import", warmUp],
    // kept from the streams of this process: what a test says to the console comes another way
    ...{ stdout: true, stderr: true },
  });
  thread.stdout.resume();
  thread.stderr.resume();
  return thread;
}

function poolWorker(thread: Worker, ended: () => void): PoolWorker {
  return {
    name: "ready",
    on: (event, listener) => void thread.on(event, listener),
    off: (event, listener) => void thread.off(event, listener),
    send: (message) => thread.postMessage(message),
    deserialize: (data) => data,
    start: async () => {},
    async stop() {
      await thread.terminate();
      ended();
    },
  };
}
