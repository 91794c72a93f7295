import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Picture } from "./pictures.ts";
import { takePicture } from "./take-picture.ts";

/** Writes the picture where it differs from the one that is kept below `root`. Returns what was done. */
export async function renewPicture(root: string, picture: Picture): Promise<string> {
  const path = pathOf(picture);
  const svg = await takePicture(picture);
  if (svg === (await readKept(root, path))) return `${path} is as it was.`;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), svg);
  return `${path} is written.`;
}

/** Returns a sentence when each kept picture is what its chapter shows; throws one that names those that are not. */
export async function checkPictures(root: string, pictures: Picture[]): Promise<string> {
  const drifted: Picture[] = [];
  for (const picture of pictures) {
    const svg = await takePicture(picture);
    if (svg !== (await readKept(root, pathOf(picture)))) drifted.push(picture);
  }
  if (drifted.length === 0) return `The pictures are true. Pictures: ${pictures.length}.`;
  const paths = drifted.map(pathOf).join(" and ");
  const commands = drifted.map(({ folder }) => `npx one-turn picture ${folder.slice(0, 2)}`);
  throw new Error(
    `Not what the chapter shows: ${paths}. To take it again: ${commands.join(" and ")}.`,
  );
}

/** Below the root of the repository, with "/". */
export function pathOf({ folder }: Picture): string {
  return `walkthrough/pictures/${folder}.svg`;
}

async function readKept(root: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, path), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
