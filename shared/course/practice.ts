import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { projectRoot } from "./project-root.ts";

/** The folder that a chapter works in, absolute: `workspace`, or the practice project. Throws one line. */
export async function openWorkspace(options: {
  workspace?: string;
  fresh?: boolean;
}): Promise<string> {
  const { workspace, fresh = false } = options;
  if (workspace === undefined) return preparePractice({ fresh });
  if (fresh) throw new Error("--fresh renews the practice project: leave out --workspace.");
  const folder = resolve(folderOfTheReader(), workspace);
  await checkFolder(folder);
  return folder;
}

/** The reader's copy of the practice project. With `fresh` the copy so far is moved aside, never deleted. */
export async function preparePractice(options: { fresh: boolean }): Promise<string> {
  const state = process.env.ONE_TURN_STATE || join(projectRoot(), ".one-turn");
  const folder = join(state, "practice");
  try {
    if (options.fresh) await moveAside(folder);
    if (!(await exists(folder))) await copyPractice(folder);
  } catch (error) {
    throw new Error(
      `The practice project could not be put into ${folder} (${reasonOf(error)}). Give a folder with --workspace.`,
    );
  }
  await checkFolder(folder);
  return folder;
}

async function moveAside(folder: string): Promise<void> {
  if (!(await exists(folder))) return;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  let aside = `${folder}-${time}`;
  for (let copy = 2; await exists(aside); copy++) aside = `${folder}-${time}-${copy}`;
  await rename(folder, aside);
  console.error(`The practice project so far is now in ${aside}`);
}

/** In two steps, so that a copy that was cut short is never taken for the project. */
async function copyPractice(folder: string): Promise<void> {
  const template = join(projectRoot(), "shared", "course", "practice");
  const copy = `${folder}.${randomUUID()}`;
  await mkdir(copy, { recursive: true });
  await cp(template, copy, { recursive: true });
  try {
    await rename(copy, folder);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await readdir(folder);
    await stat(`${folder}/.`); // a folder may be listed and still not entered
  } catch (error) {
    throw new Error(`The workspace ${folder} cannot be used: ${reasonOf(error)}.`);
  }
}

/** npm starts its scripts at the top of the clone, and says where the reader was. */
function folderOfTheReader(): string {
  const { npm_lifecycle_event, INIT_CWD } = process.env;
  return (npm_lifecycle_event === "start" && INIT_CWD) || process.cwd();
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "it is not a folder",
  EACCES: "it may not be read or written",
  EPERM: "it may not be read or written",
  EROFS: "it is on a read-only disk",
};

function reasonOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
