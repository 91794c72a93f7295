import { fork } from "node:child_process";
import { once } from "node:events";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import type { TurnKind } from "./scenarios.ts";

/** What the other process says: where it listens, and then, whenever it is asked, what came. */
export type Served = { urls: Record<TurnKind, string> } | { lengths: number[] };

export type Server = {
  urls: Record<TurnKind, string>;
  /** The lengths of the bodies that came since the last call, in bytes. */
  takeLengths(): Promise<number[]>;
};

/** The rehearsal model in another process, so that its CPU is not that of who asks, for as long as `use` works. */
export async function withServer<Result>(
  use: (server: Server) => Promise<Result>,
): Promise<Result> {
  const bundle = bundleProgram(projectRoot(), "tests/bench/runs/serve.ts");
  const child = fork(bundle, [], { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [] });
  const gone = once(child, "exit").then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  // killed in the end, when nobody waits for it any more
  gone.catch(() => {});
  const hear = async () => {
    const [message] = await Promise.race([once(child, "message"), gone]);
    return message;
  };
  try {
    const { urls } = await hear();
    const takeLengths = async () => {
      child.send("take");
      return (await hear()).lengths;
    };
    return await use({ urls, takeLengths });
  } finally {
    child.kill();
  }
}
