import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "../bundle.cjs";
import { type ChosenModel, chooseModel } from "../choose-model.ts";
import { projectRoot } from "../project-root.ts";
import { type OpenedTerminal, openTerminal } from "./open-terminal.ts";
import type { Picture } from "./pictures.ts";
import { scene, typedNext } from "./scene.ts";
import { waitForWindow } from "./wait-for-window.ts";
import type { Window } from "./window.ts";

/** Longer than a chapter lets a frame wait, also on a busy machine. */
const STILL_MS = 300;

/** The window of the real chapter at the end of the turn: real files, a real server, a pseudo-terminal. */
export async function playScene(picture: Picture): Promise<Window> {
  const model = await chooseModel({ scenario: scene, rehearse: true });
  const workspace = await mkdtemp(join(tmpdir(), "one-turn-"));
  try {
    await cp(join(projectRoot(), "shared/course/practice"), workspace, { recursive: true });
    const terminal = await startChapter(picture, workspace, model);
    try {
      return await takeTurn(picture, terminal);
    } finally {
      await terminal.close();
    }
  } finally {
    await model.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

function startChapter({ folder }: Picture, cwd: string, { env }: ChosenModel) {
  const program = bundleProgram(projectRoot(), `chapters/${folder}/main.ts`);
  const args = ["--enable-source-maps", program, "--allow-commands"];
  return openTerminal({ args, cwd, env: { ...env } });
}

async function takeTurn({ showsTurn }: Picture, terminal: OpenedTerminal): Promise<Window> {
  // as soon as there is anything, the program reads the keys
  await waitForWindow(terminal, (text) => text !== "");
  terminal.type(`${scene.user}\r`);
  await waitForWindow(terminal, showsTurn);
  terminal.type(typedNext);
  const isTyped = (text: string) => text.endsWith(typedNext);
  return waitForWindow(terminal, (text) => showsTurn(text) && isTyped(text), STILL_MS);
}
