import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "../../shared/course/project-root.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { runTrace, type TraceOptions } from "../../shared/trace/run-trace.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import type { WireEntry } from "../../shared/trace/wire.ts";
import { programPath } from "./exercise.ts";

export type Traced = {
  /** One line per event: its type, then its payload in the order of the type. */
  lines: string[];
  events: SessionEvent[];
  wire: WireEntry[];
  /** The `input` of each request, in order. */
  inputs: unknown[][];
};

/** Runs a scenario in a chapter, once per prompt, with the real client against a real server. */
export async function trace(
  folder: string,
  scenario: string | Scenario,
  prompts?: string[],
  options: Pick<TraceOptions, "retries" | "cancelAfter" | "provider"> = {},
): Promise<Traced> {
  const script = typeof scenario === "string" ? findScenario(scenario) : scenario;
  const workspaceRoot = await writeWorkspace(script.files ?? {});
  const rehearsal = await startRehearsal({ scenario: script });
  const wire: WireEntry[] = [];
  try {
    const events = await runTrace({
      chapter: { number: Number(folder.slice(0, 2)), path: programPath(`chapters/${folder}`) },
      prompts: prompts ?? [script.user],
      workspaceRoot,
      model: { baseURL: rehearsal.url, apiKey: "any", name: "rehearsal-1" },
      allowCommands: true,
      maxToolTurns: script.maxToolTurns,
      idleMs: script.idleMs,
      ...options,
      load: loadSource,
      clock: countingClock(),
      onWire: (entry) => wire.push(entry),
    });
    const inputs = rehearsal.requests.map((body) => (body as { input: unknown[] }).input);
    return { lines: events.map(line), events, wire, inputs };
  } finally {
    await rehearsal.close();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

/** A temporary folder with these files. */
export async function writeWorkspace(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "one-turn-test-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** The chapter's own source, as the test runner loads it. */
function loadSource(path: string): Promise<unknown> {
  return import(join(projectRoot(), path));
}

/** Everything of an event but its header, on one line. The port of the server is different each time. */
export function line(event: SessionEvent): string {
  const { type, sessionId, turnId, sequence, at, ...payload } = event;
  return [type, ...Object.values(payload)].join(" ").replace(/127\.0\.0\.1:\d+/, "SERVER");
}
