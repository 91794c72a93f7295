import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { bundleProgram } from "../bundle.cjs";
import { chooseModel } from "../choose-model.ts";
import { projectRoot } from "../project-root.ts";
import type { Shot } from "./draw-film.ts";
import { filmScene } from "./film-scene.ts";
import { type OpenedTerminal, openTerminal } from "./open-terminal.ts";
import { type IsThere, waitForWindow } from "./wait-for-window.ts";

/** Between two looks at the window. */
const LOOK_MS = 40;
/** Between two keys, as someone types who knows what to say. */
const KEY_MS = 55;
/** The last window stays before the film begins anew. */
const END_MS = 5_000;
/** As long as one reads a question. */
const READ_MS = 1_500;

export const filmed = "14-approvals";

/** A turn of the real chapter in a pseudo-terminal, as it goes: real files, a real server, real keys. */
export async function playFilm(): Promise<Shot[]> {
  const model = await chooseModel({ scenario: filmScene, rehearse: true });
  const folder = await mkdtemp(join(tmpdir(), "one-turn-"));
  try {
    const workspace = join(folder, "practice");
    await cp(join(projectRoot(), "shared/course/practice"), workspace, { recursive: true });
    const program = bundleProgram(projectRoot(), `chapters/${filmed}/main.ts`);
    const terminal = await openTerminal({
      args: [program],
      cwd: workspace,
      env: { ...model.env, XDG_STATE_HOME: join(folder, "state") },
    });
    try {
      return await shoot(terminal, takeTurn);
    } finally {
      await terminal.close();
    }
  } finally {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeTurn(terminal: OpenedTerminal): Promise<void> {
  await waitForWindow(terminal, (text) => text.includes(" ready "), READ_MS / 2);
  await typeSlowly(terminal, filmScene.user);
  await say(terminal, "\r", (text) => text.includes("this? src/count.mjs") && asks(text));
  await say(terminal, "y", (text) => text.includes("this? node --test") && asks(text));
  await say(
    terminal,
    "y",
    (text) => text.includes("with the two spaces") && text.includes(" ready "),
  );
}

const asks: IsThere = (text) => text.includes("y: once");

/** Presses Enter behind it, once it is read, and waits for what comes of it. */
async function say(terminal: OpenedTerminal, key: string, isThere: IsThere): Promise<void> {
  await setTimeout(key === "\r" ? 0 : READ_MS);
  terminal.type(key === "\r" ? key : `${key}\r`);
  await waitForWindow(terminal, isThere, 300);
}

async function typeSlowly(terminal: OpenedTerminal, text: string): Promise<void> {
  for (const key of text) {
    terminal.type(key);
    await setTimeout(KEY_MS);
  }
}

/** Looks at the window while `act` goes on, and keeps each that is another. */
async function shoot(
  terminal: OpenedTerminal,
  act: (terminal: OpenedTerminal) => Promise<void>,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  let playing = true;
  const acted = act(terminal);
  const stop = () => {
    playing = false;
  };
  acted.then(stop, stop);
  let before = "";
  while (playing) {
    const window = await terminal.look();
    const text = JSON.stringify(window);
    const last = shots.at(-1);
    if (text !== before || !last) shots.push({ window, ms: LOOK_MS });
    else last.ms += LOOK_MS;
    before = text;
    await setTimeout(LOOK_MS);
  }
  await acted;
  const last = shots.at(-1);
  if (last) last.ms = END_MS;
  return shots;
}
