import { existsSync } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { projectRoot } from "../../shared/course/project-root.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { loadBundled } from "../../shared/trace/load-bundled.ts";
import {
  loadAgent,
  loadModel,
  loadSession,
  type TracedChapter,
} from "../../shared/trace/load-chapter.ts";
import { askStreamed, askWhole, bareScript } from "./bare-script.ts";

/** A turn of a conversation that goes on: from what the user says to the answer. Rejects when there is none. */
export type RunTurn = (text: string) => Promise<string>;

/** Who runs the turns: a chapter, or the bare script with its way to ask. */
export type Subject = TracedChapter | "bare" | "bare, streamed";

export type Place = {
  url: string;
  workspaceRoot: string;
  /** Where a chapter that keeps its session keeps it. */
  log: string;
};

type CreateSession = typeof import("../../chapters/07-sessions/create-session.ts")["createSession"];
type Store = typeof import("../../chapters/07-sessions/session-store.ts");

/** A new conversation. Of a chapter there is everything but the screen. */
export async function openSubject(subject: Subject, place: Place): Promise<RunTurn> {
  const client = new OpenAI({ apiKey: "any", baseURL: place.url, maxRetries: 0 });
  if (subject === "bare") return bareScript(client, place.workspaceRoot, askWhole);
  if (subject === "bare, streamed") return bareScript(client, place.workspaceRoot, askStreamed);
  const createResponse = (await loadModel(subject, loadBundled))(client);
  const options = { createResponse, model: "rehearsal-1" };
  if (subject.number < 3) return openAgent(subject, place, options);
  const createSession = (await loadSession(subject, loadBundled)) as unknown as CreateSession;
  const log = await openStore(subject, place);
  return followTurns(createSession({ ...options, workspaceRoot: place.workspaceRoot, log }));
}

type ModelOptions = Pick<Parameters<CreateSession>[0], "createResponse"> & { model: string };

async function openAgent(
  chapter: TracedChapter,
  { workspaceRoot }: Place,
  options: ModelOptions,
): Promise<RunTurn> {
  const { Agent, createTools } = await loadAgent(chapter, loadBundled);
  const instructions = "Answer in a few plain sentences.";
  const agent = new Agent({ ...options, instructions, tools: createTools?.(workspaceRoot) });
  return (text) => agent.runOneUserTurn(text);
}

async function openStore({ path }: TracedChapter, { log }: Place) {
  const file = `${path}/session-store.ts`;
  if (!existsSync(join(projectRoot(), file))) return undefined;
  return ((await loadBundled(file)) as Store).openSessionLog(log);
}

/** The answer is the turn's last message. */
function followTurns(session: ReturnType<CreateSession>): RunTurn {
  let answer = "";
  let last: SessionEvent | undefined;
  session.subscribe((event) => {
    last = event;
    if (event.type === "assistant.message") answer = event.text;
  });
  return async (text) => {
    await session.dispatch({ type: "turn.run", text });
    if (last?.type === "turn.completed") return answer;
    throw new Error(last?.type === "turn.failed" ? last.error : `A turn ended with ${last?.type}.`);
  };
}
