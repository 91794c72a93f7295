import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listWorkspace } from "../../chapters/02-tools/tools/list-workspace.ts";
import { asNobody } from "../support/as-nobody.ts";
import { ask, makeWorkspace } from "./make-workspace.ts";

const posixOnly = it.skipIf(process.platform === "win32");

it("lists one level, sorted as paths are", async () => {
  const root = makeWorkspace({
    "src/b.ts": "",
    "src/a/c.ts": "",
    "src.txt": "",
    "b.md": "",
    "A.md": "",
  });
  const tool = listWorkspace(root);
  expect([
    await ask(tool, { path: "." }),
    await ask(tool, { path: "" }),
    await ask(tool, { path: "src" }),
  ]).toEqual(["A.md\nb.md\nsrc.txt\nsrc/", "A.md\nb.md\nsrc.txt\nsrc/", "a/\nb.ts"]);
});

posixOnly("marks links and special files", async () => {
  const root = makeWorkspace({ "a.txt": "" });
  symlinkSync("nowhere", join(root, "link"));
  execFileSync("mkfifo", [join(root, "queue")]);
  expect(await ask(listWorkspace(root), { path: "." })).toBe("a.txt\nlink (link)\nqueue (pipe)");
});

it("leaves out .git and node_modules, and says so", async () => {
  const root = makeWorkspace({ ".git/HEAD": "", "node_modules/x/y.js": "", ".gitignore": "" });
  expect(await ask(listWorkspace(root), { path: "." })).toBe(
    ".gitignore\n[left out: .git, node_modules]",
  );
});

it("says that a folder has no entries", async () => {
  expect(await ask(listWorkspace(makeWorkspace()), { path: "." })).toBe("[no entries]");
});

it("shows at most 1000 entries, and how many there are", async () => {
  const names = Array.from({ length: 1001 }, (_, at) => `f${String(at).padStart(4, "0")}`);
  const root = makeWorkspace(Object.fromEntries(names.map((name) => [name, ""])));
  const lines = (await ask(listWorkspace(root), { path: "." })).split("\n");
  expect(lines).toEqual([...names.slice(0, 1000), "[the first 1000 of 1001 entries]"]);
});

it("says why a folder cannot be listed", async () => {
  const root = makeWorkspace({ "a.txt": "" });
  const tool = listWorkspace(root);
  expect([await ask(tool, { path: "a.txt" }), await ask(tool, { path: "b" })]).toEqual([
    'thrown: "a.txt" is not a folder, or leads through a file. List its folder to see what is there.',
    'thrown: "b" does not exist. List its folder to see what is there.',
  ]);
});

posixOnly("says that a folder may not be read", async () => {
  const root = makeWorkspace();
  mkdirSync(join(root, "closed"));
  chmodSync(join(root, "closed"), 0o100);
  expect(await asNobody(() => ask(listWorkspace(root), { path: "closed" }))).toBe(
    'thrown: "closed" may not be read: permission denied. Leave it, or ask the user.',
  );
});

it("shows line ends and escape codes in a name as such", async () => {
  const root = makeWorkspace({ "nl\n[no entries]\u001b[31m.txt": "" });
  expect(await ask(listWorkspace(root), { path: "." })).toBe(
    "nl\\u000a[no entries]\\u001b[31m.txt",
  );
});
