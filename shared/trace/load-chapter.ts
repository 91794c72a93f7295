/** Brings in a TypeScript file of a chapter, by its path below the project root. */
export type LoadModule = (path: string) => Promise<unknown>;

type AgentModule = typeof import("../../chapters/02-tools/agent.ts");
type OpenaiModule = typeof import("../../chapters/02-tools/openai.ts");
type RegistryModule = typeof import("../../chapters/02-tools/tools/registry.ts");

/** What the trace needs of a chapter that has no session: its agent, its way to the model, its tools. */
export type WatchedChapter = {
  Agent: AgentModule["Agent"];
  openaiResponses: OpenaiModule["openaiResponses"];
  createTools?: RegistryModule["createTools"];
};

/** Chapter 01 has no tools; everything else of it has the shape of chapter 02. */
export async function loadWatchedChapter(
  chapter: { number: number; folder: string },
  load: LoadModule,
): Promise<WatchedChapter> {
  const at = `chapters/${chapter.folder}`;
  const { Agent } = (await load(`${at}/agent.ts`)) as AgentModule;
  const { openaiResponses } = (await load(`${at}/openai.ts`)) as OpenaiModule;
  if (chapter.number < 2) return { Agent, openaiResponses };
  const { createTools } = (await load(`${at}/tools/registry.ts`)) as RegistryModule;
  return { Agent, openaiResponses, createTools };
}
