import { readdir } from "node:fs/promises";
import { chooseLook } from "../trace/look.ts";
import type { Chapter } from "./chapters.ts";
import { chapters } from "./chapters.ts";
import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { openWorkspace } from "./practice.ts";
import type { StartFlags } from "./start.ts";

/** What the course is, and one turn of it on real files. Always rehearses. */
export async function showTour(flags: StartFlags): Promise<void> {
  const workspace = await openWorkspace(flags);
  const chapter = chapters.findLast(({ number }) => number >= 2);
  if (!chapter) throw new Error("No chapter of this clone has tools, so there is no turn to show.");
  const prompt = await promptFor(workspace);
  const model = await chooseModel({ rehearse: true });
  try {
    console.log("The chapters, each the one before plus a layer:\n");
    for (const each of chapters) console.log(ladderRow(each));
    console.log(`\nOne turn of chapter ${chapter.folder} with ${model.said}, in ${workspace}\n`);
    await printTrace(chapter, prompt, workspace, model);
    console.log(`\n${whatNext(chapter)}`);
  } finally {
    await model.close();
  }
}

async function printTrace(
  chapter: Chapter,
  prompt: string,
  workspaceRoot: string,
  { env }: ChosenModel,
): Promise<void> {
  // brings in the openai client, which no other use of this module waits for
  const { runTrace } = await import("../trace/run-trace.ts");
  const { loadBundled } = await import("../trace/load-bundled.ts");
  const { eventRow } = await import("../trace/print-trace.ts");
  const look = chooseLook(process.stdout, process.env);
  await runTrace({
    chapter: { number: chapter.number, path: `chapters/${chapter.folder}` },
    prompts: [prompt],
    workspaceRoot,
    model: {
      baseURL: env.OPENAI_BASE_URL,
      apiKey: env.OPENAI_API_KEY,
      name: env.OPENAI_MODEL ?? "",
    },
    allowCommands: true,
    load: loadBundled,
    onEvent: (event) => console.log(eventRow(event, look)),
  });
}

/** A real file of the reader's: notes.txt, which the practice project has, or whatever else is there. */
async function promptFor(workspace: string): Promise<string> {
  const entries = await readdir(workspace, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const file = files.includes("notes.txt") ? "notes.txt" : files.sort()[0];
  return file === undefined ? "list ." : `read ${file}`;
}

function ladderRow({ number, name, layer }: Chapter): string {
  return `  ${twoDigits(number)}  ${name.padEnd(12)}  ${layer}`;
}

function whatNext(newest: Chapter): string {
  const number = twoDigits(newest.number);
  return [
    "Next:",
    `  npm start ${number}                             run it and type to it`,
    `  npx one-turn trace ${number} "list src" --wire  a turn and its requests`,
    "  npx one-turn read 01                     the text; also in walkthrough/README.md",
  ].join("\n");
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
