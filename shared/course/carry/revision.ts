import { execFileSync } from "node:child_process";
import { belongsToChapter } from "./chapter-files.ts";
import type { Version } from "./version.ts";

/** The files of all chapters as they were, by their path from the root, with "/". */
export type Revision = Map<string, Version>;

/** The id of a revision's commit. Throws one line without git, repository or revision. */
export function findCommit(root: string, name: string): string {
  if (git(root, ["rev-parse", "--is-inside-work-tree"]).toString().trim() !== "true") {
    throw new Error(`${root} is in no git work tree: carry compares with a revision.`);
  }
  try {
    if (name.startsWith("-")) throw new Error("an option");
    const asked = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
    return git(root, asked).toString().trim();
  } catch (error) {
    throw new Error(
      `There is no revision "${name}" in ${root}. Give --base a commit, a branch or a tag.`,
      { cause: error },
    );
  }
}

export function readRevision(root: string, commit: string): Revision {
  const entries = listEntries(root, commit);
  const ids = entries.map(({ id }) => id);
  const blobs = readBlobs(root, ids);
  return new Map(
    entries.map(({ path, executable }, place) => [
      path,
      { bytes: blobs[place] ?? Buffer.alloc(0), executable },
    ]),
  );
}

/** Whether the executable bit means something in this checkout. */
export function hasModes(root: string): boolean {
  if (process.platform === "win32") return false;
  const asked = ["config", "--type=bool", "--default=true", "--get", "core.fileMode"];
  return git(root, asked).toString().trim() === "true";
}

type Entry = { path: string; id: string; executable: boolean };

function listEntries(root: string, commit: string): Entry[] {
  const listed = git(root, ["ls-tree", "-r", "-z", commit, "chapters/"]).toString();
  return listed
    .split("\0")
    .map((line) => /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [])
    .filter(([, , , , path]) => path !== undefined && belongsToChapter(path))
    .map(([, mode = "", , id = "", path = ""]) => {
      if (!mode.startsWith("100")) {
        throw new Error(`${path} is a link or a submodule in ${commit}: carry knows only files.`);
      }
      return { path, id, executable: mode === "100755" };
    });
}

/** All in one process: a chapter has some sixty files. */
function readBlobs(root: string, ids: string[]): Buffer[] {
  const output = git(root, ["cat-file", "--batch"], ids.map((id) => `${id}\n`).join(""));
  let offset = 0;
  return ids.map(() => {
    const start = output.indexOf("\n", offset) + 1;
    const size = Number(output.toString("latin1", offset, start).split(" ")[2]);
    offset = start + size + 1;
    return output.subarray(start, start + size);
  });
}

// the repository is the one around the folder, also inside a hook, and what git says can be recognised
const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, ...environment } = process.env;
const env = { ...environment, LC_ALL: "C" };

function git(root: string, args: string[], input = ""): Buffer {
  try {
    const stdio: ["pipe", "pipe", "pipe"] = ["pipe", "pipe", "pipe"];
    return execFileSync("git", args, { cwd: root, env, input, stdio, maxBuffer: 2 ** 30 });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer };
    if (code === "ENOENT") {
      throw new Error(
        "git was not found, and carry reads from it what the chapters were: install it.",
      );
    }
    const [said = ""] = (stderr?.toString() ?? "").trim().split("\n");
    if (said.includes("not a git repository")) {
      throw new Error(`${root} is in no git repository: carry compares with a revision.`);
    }
    throw new Error(`git ${args[0]} failed: ${said.replace(/^fatal: /, "")}`, { cause: error });
  }
}
