import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { cpuOf } from "./cpu.ts";
import { tell } from "./tell.ts";

export type ResumeJob = { path: string; log: string; workspaceRoot: string; turns: number };

export type ResumeTold = {
  /** In microseconds. */
  cpu: number;
  /** The most that the process held, in KiB. */
  memory: number;
};

type Store = typeof import("../../../chapters/07-sessions/session-store.ts");
type Session = typeof import("../../../chapters/07-sessions/create-session.ts");
type Reducer = typeof import("../../../chapters/07-sessions/state/reduce-session-event.ts");
type Items = typeof import("../../../chapters/07-sessions/state/transcript-items.ts");

// What the program does before its first frame: the log is opened, the conversation folded, and the state.
await tell(async ({ path, log: file, workspaceRoot, turns }: ResumeJob): Promise<ResumeTold> => {
  const load = (name: string) => loadBundled(`${path}/${name}`);
  const { openSessionLog } = (await load("session-store.ts")) as Store;
  const { createSession } = (await load("create-session.ts")) as Session;
  const { emptyState, reduceSessionEvent } = (await load(
    "state/reduce-session-event.ts",
  )) as Reducer;
  const { transcriptItems } = (await load("state/transcript-items.ts")) as Items;
  const createResponse = () => Promise.reject(new Error("Nothing is asked here."));
  let state = emptyState;
  const cpu = await cpuOf(() => {
    const log = openSessionLog(file);
    createSession({ createResponse, workspaceRoot, log });
    for (const event of log.read()) state = reduceSessionEvent(state, event);
  });
  const memory = process.resourceUsage().maxRSS;
  const items = transcriptItems(state.transcript);
  const isWhole = (["user", "tool", "assistant"] as const).every(
    (kind) => items.filter((item) => item.kind === kind).length === turns,
  );
  if (isWhole) return { cpu, memory };
  throw new Error(`${items.length} items came back of ${turns} turns.`);
});
