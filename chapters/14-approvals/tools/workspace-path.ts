import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep, win32 } from "node:path";
import { errorCode, fileError } from "./file-error.ts";

const MAX_PATH = 4096;

/**
 * The real place of a path that the model gave; what it names need not exist. Throws a sentence for
 * the model when that place is not in the workspace, by the path's text or by a link on the way.
 */
export async function resolveInWorkspace(workspaceRoot: string, path: string): Promise<string> {
  checkRelative(path);
  const root = await realpath(workspaceRoot).catch(() => {
    throw new Error(
      `The workspace folder ${workspaceRoot} is gone. Ask the user to bring it back.`,
    );
  });
  const place = await realPlace(resolve(root, path), path);
  const way = relative(root, place);
  if (isAbsolute(way) || way.split(sep)[0] === "..") throw refuseOutside(path);
  return place;
}

/** Judges the text alone, by the rules of POSIX and Windows at once, so that the answer is the same on every system. */
export function checkRelative(path: string, onWindows = process.platform === "win32"): void {
  if (path.length > MAX_PATH) {
    throw new Error(`The path has ${path.length} characters. No path has more than ${MAX_PATH}.`);
  }
  if (path.includes("\0")) throw new Error(`${JSON.stringify(path)} holds a NUL: no path does.`);
  if (/^~($|[\\/])|^file:/i.test(path)) throw refuseOutside(path);
  if (win32.parse(path).root !== "") throw refuseOutside(path);
  if (win32.normalize(path).split("\\")[0] === "..") throw refuseOutside(path);
  if (onWindows && /:|(^|[\\/])(con|prn|aux|nul|com\d|lpt\d) *([.\\/]|$)/i.test(path)) {
    throw new Error(`${JSON.stringify(path)} names a device or a stream of Windows, not a file.`);
  }
}

/** Follows links as far as the path exists. A link to nowhere is refused: its target may appear later, outside. */
async function realPlace(place: string, path: string): Promise<string> {
  try {
    return await realpath(place);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw fileError(path, error);
    const link = await lstat(place).catch(() => undefined);
    if (link)
      throw new Error(`${JSON.stringify(path)} goes by a link to nowhere. Use another path.`);
    return join(await realPlace(dirname(place), path), basename(place));
  }
}

function refuseOutside(path: string): Error {
  return new Error(
    `${JSON.stringify(path)} is not in the workspace. Give a path relative to the workspace root, like "src/main.ts".`,
  );
}
