/** Brings in a TypeScript file of a chapter, by its path below the project root. */
export type LoadModule = (path: string) => Promise<unknown>;

export type TracedChapter = {
  number: number;
  /** Its folder below the project root, with "/". */
  path: string;
};

type AgentModule = typeof import("../../chapters/02-tools/agent.ts");
type OpenaiModule = typeof import("../../chapters/02-tools/openai.ts");
type RegistryModule = typeof import("../../chapters/02-tools/tools/registry.ts");
type SessionModule = typeof import("../../chapters/03-events/create-session.ts");

/** What the trace needs of a chapter without a session: its agent and its tools. Chapter 01 has none. */
export async function loadAgent(
  { number, path }: TracedChapter,
  load: LoadModule,
): Promise<{ Agent: AgentModule["Agent"]; createTools?: RegistryModule["createTools"] }> {
  const { Agent } = (await load(`${path}/agent.ts`)) as AgentModule;
  if (number < 2) return { Agent };
  const { createTools } = (await load(`${path}/tools/registry.ts`)) as RegistryModule;
  return { Agent, createTools };
}

/** From chapter 03 on. */
export async function loadSession(
  { path }: TracedChapter,
  load: LoadModule,
): Promise<SessionModule["createSession"]> {
  return ((await load(`${path}/create-session.ts`)) as SessionModule).createSession;
}

/** The way to the model, in every chapter. */
export async function loadModel(
  { path }: TracedChapter,
  load: LoadModule,
): Promise<OpenaiModule["openaiResponses"]> {
  return ((await load(`${path}/openai.ts`)) as OpenaiModule).openaiResponses;
}
