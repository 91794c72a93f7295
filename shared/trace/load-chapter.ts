import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../course/project-root.ts";
import type { PhaseName } from "../events.ts";

/** Brings in a TypeScript file of a chapter, by its path below the project root. */
export type LoadModule = (path: string) => Promise<unknown>;

export type TracedChapter = {
  number: number;
  /** Its folder below the project root, with "/". */
  path: string;
};

type Phase = import("../../chapters/13-phases/phases.ts").Phase;
type AgentModule = typeof import("../../chapters/02-tools/agent.ts");
type OpenaiModule = typeof import("../../chapters/02-tools/openai.ts");
type StreamModule = typeof import("../../chapters/06-streaming/openai-stream.ts");
type StoredModule = typeof import("../../chapters/12-providers/stored-responses.ts");
type RegistryModule = typeof import("../../chapters/02-tools/tools/registry.ts");
type SessionModule = typeof import("../../chapters/14-approvals/create-session.ts");

/** What the trace needs of a chapter without a session: its agent and its tools. Chapter 01 has none. */
export async function loadAgent(
  { number, path }: TracedChapter,
  load: LoadModule,
): Promise<{ Agent: AgentModule["Agent"]; createTools?: RegistryModule["createTools"] }> {
  const Agent = await loadExport<AgentModule["Agent"]>(load, `${path}/agent.ts`, "Agent");
  if (number < 2) return { Agent };
  const registry = `${path}/tools/registry.ts`;
  const createTools = loadExport<RegistryModule["createTools"]>(load, registry, "createTools");
  return { Agent, createTools: await createTools };
}

/** From chapter 03 on. */
export function loadSession(
  { path }: TracedChapter,
  load: LoadModule,
): Promise<SessionModule["createSession"]> {
  return loadExport(load, `${path}/create-session.ts`, "createSession");
}

/** The providers that share one address: from chapter 12 on, the trace follows each of them. */
export const tracedProviders = ["openai", "chat", "stored"] as const;

export type TracedProvider = (typeof tracedProviders)[number];

/** The way to the model; from chapter 06 on, one that streams. */
export async function loadModel(
  { number, path }: TracedChapter,
  load: LoadModule,
  provider: TracedProvider = "openai",
): Promise<OpenaiModule["openaiResponses"] | StreamModule["openaiStream"]> {
  if (provider === "chat") return loadExport(load, `${path}/chat-wire.ts`, "chatWire");
  if (provider === "stored") {
    const open = await loadModel({ number, path }, load);
    const store: StoredModule["storedResponses"] = await loadExport(
      load,
      `${path}/stored-responses.ts`,
      "storedResponses",
    );
    return (client, idleMs) => store(open(client, idleMs));
  }
  if (number < 6) return loadExport(load, `${path}/openai.ts`, "openaiResponses");
  return loadExport(load, `${path}/openai-stream.ts`, "openaiStream");
}

/** From chapter 13 on: what the chapter's table says of a phase. */
export async function loadPhase(
  { path }: TracedChapter,
  load: LoadModule,
  phase: PhaseName,
): Promise<Phase> {
  const file = `${path}/phases.ts`;
  const found = (await loadFile(load, file)).phases as Record<PhaseName, Phase> | undefined;
  if (!found) throw new Error(`${file} does not export phases yet.`);
  return found[phase];
}

/** Throws one line that names the file, or file and export: a learner may not have it yet. */
async function loadExport<Value>(load: LoadModule, file: string, name: string): Promise<Value> {
  const found = (await loadFile(load, file))[name];
  if (typeof found !== "function") throw new Error(`${file} does not export ${name} yet.`);
  return found as Value;
}

async function loadFile(load: LoadModule, file: string): Promise<Record<string, unknown>> {
  if (!existsSync(join(projectRoot(), file))) throw new Error(`${file} is not there yet.`);
  return (await load(file)) as Record<string, unknown>;
}
