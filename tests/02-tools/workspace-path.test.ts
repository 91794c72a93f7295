import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listWorkspace } from "../../chapters/02-tools/tools/list-workspace.ts";
import { readWorkspaceFile } from "../../chapters/02-tools/tools/read-workspace-file.ts";
import { searchWorkspace } from "../../chapters/02-tools/tools/search-workspace.ts";
import { checkRelative, resolveInWorkspace } from "../../chapters/02-tools/tools/workspace-path.ts";
import { ask, makeWorkspace } from "./make-workspace.ts";

const outside = (path: string) =>
  `${JSON.stringify(path)} is not in the workspace. Give a path relative to the workspace root, like "src/main.ts".`;

function judge(path: string, onWindows?: boolean): string {
  try {
    checkRelative(path, onWindows);
    return "accepted";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("TOL-03 a path is judged by its segments", () => {
  const refused = [
    "..",
    "../project-evil/x",
    "/w/project-evil/x",
    "a/../../x",
    "a/../..",
    "/etc/passwd",
    "C:\\x",
    "C:x",
    "c:/x",
    "\\x",
    "\\\\srv\\s",
    "//srv/s",
    "a\\..\\..\\x",
    "..\\x",
    "~",
    "~/x",
    "~\\x",
    "file:///etc/passwd",
    "FILE:x",
  ];
  it.each(refused)("refuses %j", (path) => {
    expect([judge(path, false), judge(path, true)]).toEqual([outside(path), outside(path)]);
  });

  const accepted = [
    "..notes.md",
    "foo/..bar",
    "...",
    "a b",
    "./",
    ".",
    "",
    "a/../b",
    "~notes",
    "a\\b",
    "files:",
  ];
  it.each(accepted)("accepts %j", (path) => {
    expect(judge(path, false)).toBe("accepted");
  });

  it("finds the files that have such names", async () => {
    const root = makeWorkspace({ "..notes.md": "a", "foo/..bar": "b", "...": "c", "a b": "d" });
    const read = (path: string) => ask(readWorkspaceFile(root), { path, start_line: 1 });
    expect(await Promise.all(["..notes.md", "foo/..bar", "...", "a b"].map(read))).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  it("refuses a NUL, and shows it", () => {
    expect(judge("a\0b")).toBe('"a\\u0000b" holds a NUL: no path does.');
  });

  it.each(["CON", "a/nul.txt", "com1", "lpt9 .x", "x.txt:ads"])(
    "refuses %j on Windows only",
    (path) => {
      const reason = `${JSON.stringify(path)} names a device or a stream of Windows, not a file.`;
      expect([judge(path, false), judge(path, true)]).toEqual(["accepted", reason]);
    },
  );

  it.each(["console", "nulls/x", "a.con", "..notes.md"])("accepts %j on Windows too", (path) => {
    expect(judge(path, true)).toBe("accepted");
  });
});

describe("TOL-02 a link does not lead out of the workspace", () => {
  /** A workspace with a neighbour, links to it, and links that stay inside. */
  function linkedWorkspace(): { root: string; evil: string } {
    const root = makeWorkspace({ "notes.txt": "buy milk", "src/deep/a.ts": "export {}" });
    const evil = `${root}-evil`;
    mkdirSync(evil);
    writeFileSync(join(evil, "secret.txt"), "buy secret milk");
    symlinkSync(evil, join(root, "out"));
    symlinkSync(join(evil, "secret.txt"), join(root, "secret.txt"));
    symlinkSync("../project-evil/new.txt", join(root, "dangling.txt"));
    symlinkSync(join(root, "self"), join(root, "self"));
    symlinkSync("src/deep", join(root, "deep"));
    symlinkSync("notes.txt", join(root, "alias.txt"));
    return { root, evil };
  }

  it.each(["out", "out/secret.txt", "out/new.txt", "out/a/b", "secret.txt"])(
    "refuses %j",
    async (path) => {
      const { root, evil } = linkedWorkspace();
      const answers = [
        await ask(readWorkspaceFile(root), { path, start_line: 1 }),
        await ask(listWorkspace(root), { path }),
      ];
      expect(answers).toEqual([`thrown: ${outside(path)}`, `thrown: ${outside(path)}`]);
      expect(readdirSync(evil)).toEqual(["secret.txt"]);
    },
  );

  it("refuses a link to nowhere, also when something is to be made behind it", async () => {
    const { root, evil } = linkedWorkspace();
    const reasons = ["dangling.txt", "dangling.txt/x"].map(async (path) => {
      return await resolveInWorkspace(root, path).catch((error: Error) => error.message);
    });
    expect(await Promise.all(reasons)).toEqual([
      '"dangling.txt" goes by a link to nowhere. Use another path.',
      '"dangling.txt/x" goes by a link to nowhere. Use another path.',
    ]);
    expect(readdirSync(evil)).toEqual(["secret.txt"]);
  });

  it("refuses a link that leads back to itself", async () => {
    const { root } = linkedWorkspace();
    expect(await ask(readWorkspaceFile(root), { path: "self", start_line: 1 })).toBe(
      'thrown: "self" is a link that leads back to itself. Leave it, or ask the user.',
    );
  });

  it("follows links that stay inside", async () => {
    const { root } = linkedWorkspace();
    expect([
      await ask(readWorkspaceFile(root), { path: "alias.txt", start_line: 1 }),
      await ask(readWorkspaceFile(root), { path: "deep/a.ts", start_line: 1 }),
      await ask(listWorkspace(root), { path: "deep" }),
      await resolveInWorkspace(root, "deep/new/b.ts"),
    ]).toEqual(["buy milk", "export {}", "a.ts", join(root, "src/deep/new/b.ts")]);
  });

  it("searches no link at all", async () => {
    const { root } = linkedWorkspace();
    expect(await ask(searchWorkspace(root), { query: "milk" })).toBe("notes.txt:1: buy milk");
  });

  it("takes a workspace root that is a link itself", async () => {
    const { root } = linkedWorkspace();
    const link = `${root}-link`;
    symlinkSync(root, link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([
      await ask(readWorkspaceFile(link), { path: "notes.txt", start_line: 1 }),
      await ask(readWorkspaceFile(link), { path: "out/secret.txt", start_line: 1 }),
      await ask(searchWorkspace(link), { query: "milk" }),
    ]).toEqual(["buy milk", `thrown: ${outside("out/secret.txt")}`, "notes.txt:1: buy milk"]);
  });
});

it("SES-07 says which workspace folder is gone", async () => {
  const root = makeWorkspace();
  rmSync(root, { recursive: true });
  const gone = `thrown: The workspace folder ${root} is gone. Ask the user to bring it back.`;
  expect([
    await ask(readWorkspaceFile(root), { path: "a", start_line: 1 }),
    await ask(listWorkspace(root), { path: "." }),
    await ask(searchWorkspace(root), { query: "a" }),
  ]).toEqual([gone, gone, gone]);
});

it("refuses a path that no system could hold, at once", () => {
  expect(() => checkRelative("x/".repeat(30_000))).toThrow(
    new Error("The path has 60000 characters. No path has more than 4096."),
  );
});
