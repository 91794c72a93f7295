import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import pc from "picocolors";
import { findScenario } from "../../rehearsal/scenarios/all.ts";
import { startRehearsal } from "../../rehearsal/server.ts";
import type { LoadModule, TracedChapter } from "../../trace/load-chapter.ts";
import { eventRow, inputLength, wireRows } from "../../trace/print-trace.ts";
import { runTrace } from "../../trace/run-trace.ts";
import { countingClock } from "../../trace/stamp.ts";
import { placeScenario } from "../scenario-workspace.ts";
import type { ShownBy } from "./exercise.ts";

/** What `one-turn trace` prints of a folder, without the times, which are others in each run. */
export async function traceRows(
  chapter: TracedChapter,
  { scenario: name, wire, ...options }: ShownBy,
  load: LoadModule,
): Promise<string[]> {
  const scenario = findScenario(name);
  const workspaceRoot = await placeScenario(scenario);
  const server = await startRehearsal({ scenario });
  const rows: string[] = [];
  let known = 0;
  const look = { colors: pc.createColors(false), width: 100, wrap: false };
  try {
    await runTrace({
      ...{ chapter, workspaceRoot, load, ...options },
      prompts: [scenario.user],
      model: { baseURL: server.url, apiKey: "offline", name: "rehearsal-1" },
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns ?? 50,
      idleMs: scenario.idleMs,
      clock: countingClock(),
      onEvent: (event) => rows.push(eventRow(event, look)),
      onWire(entry) {
        if (!wire) return;
        rows.push(...wireRows(entry, known, look));
        if (entry.wire === "request") known = inputLength(entry);
      },
    });
  } finally {
    await server.close();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
  return rows.map((row) => row.replace(/ in \d+ ms, /, " in some time, "));
}

/** Brings in files as they are now, each time anew, by way of `folder`. */
export function loadFresh(root: string, folder: string): LoadModule {
  return async (path) => {
    const outfile = join(folder, `${randomUUID()}.mjs`);
    await build({
      ...{ absWorkingDir: root, entryPoints: [path], outfile, logLevel: "silent" },
      ...{ bundle: true, packages: "external", format: "esm", platform: "node" },
    });
    return import(pathToFileURL(outfile).href);
  };
}
