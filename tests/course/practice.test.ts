import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openWorkspace, preparePractice } from "../../shared/course/practice.ts";
import { asNobody } from "../support/as-nobody.ts";
import { runNode } from "../support/run-one-turn.ts";

const template = resolve(import.meta.dirname, "../../shared/course/practice");
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "one-turn-test-"));
  cpSync(template, join(root, "shared/course/practice"), { recursive: true });
  vi.stubEnv("ONE_TURN_ROOT", root);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

it("copies the practice project once, and leaves what the reader does there", async () => {
  const folder = await openWorkspace({});
  expect(folder).toBe(join(root, ".one-turn/practice"));
  expect(filesOf(folder)).toEqual(filesOf(template));
  writeFileSync(join(folder, "notes.txt"), "mine");
  expect(await openWorkspace({})).toBe(folder);
  expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine");
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  await openWorkspace({});
  expect(filesOf(folder)).toEqual([]);
});

it("moves the old project aside when a fresh one is asked for, and says where it is", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const folder = await preparePractice({ fresh: true });
  for (const text of ["first", "second"]) {
    writeFileSync(join(folder, "notes.txt"), text);
    await preparePractice({ fresh: true });
  }
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  const places = lines.map((line) => line.replace("The practice project so far is now in ", ""));
  expect(places.map((place) => readFileSync(join(place, "notes.txt"), "utf8"))).toEqual([
    "first",
    "second",
  ]);
  expect(filesOf(folder)).toEqual(filesOf(template));
  expect(readFileSync(join(folder, "notes.txt"))).toEqual(
    readFileSync(join(template, "notes.txt")),
  );
});

it("gives one whole project to two that ask at once", async () => {
  const both = await Promise.all([openWorkspace({}), openWorkspace({})]);
  expect(both).toEqual([join(root, ".one-turn/practice"), join(root, ".one-turn/practice")]);
  expect(readdirSync(join(root, ".one-turn"))).toEqual(["practice"]);
});

it("takes a folder of the reader's, seen from where the reader is", async () => {
  mkdirSync(join(root, "mine"));
  expect(await openWorkspace({ workspace: join(root, "mine") })).toBe(join(root, "mine"));
  vi.stubEnv("npm_lifecycle_event", "start");
  vi.stubEnv("INIT_CWD", root);
  expect(await openWorkspace({ workspace: "mine" })).toBe(join(root, "mine"));
  vi.stubEnv("npm_lifecycle_event", "test");
  const here = resolve("mine");
  await expect(openWorkspace({ workspace: "mine" })).rejects.toThrow(
    new Error(`The workspace ${here} cannot be used: there is no such folder.`),
  );
});

it("refuses a folder that is none, or that may not be read, and makes nothing", async () => {
  const file = join(root, "shared/course/practice/notes.txt");
  await expect(openWorkspace({ workspace: file })).rejects.toThrow(
    new Error(`The workspace ${file} cannot be used: it is not a folder.`),
  );
  chmodSync(root, 0o755);
  for (const mode of [0o000, 0o444, 0o111]) {
    const closed = join(root, `closed-${mode}`);
    mkdirSync(closed);
    chmodSync(closed, mode);
    await expect(asNobody(() => openWorkspace({ workspace: closed }))).rejects.toThrow(
      new Error(`The workspace ${closed} cannot be used: it may not be read or written.`),
    );
  }
  expect(existsSync(join(root, ".one-turn"))).toBe(false);
});

it("does not renew a folder of the reader's", async () => {
  await expect(openWorkspace({ workspace: root, fresh: true })).rejects.toThrow(
    new Error("--fresh renews the practice project: leave out --workspace."),
  );
});

it("says what to do where the practice project cannot be written", async () => {
  chmodSync(root, 0o555);
  const refused = asNobody(() => openWorkspace({}));
  await expect(refused).rejects.toThrow(
    new Error(
      `The practice project could not be put into ${join(root, ".one-turn/practice")} (it may not be read or written). Give a folder with --workspace.`,
    ),
  );
  chmodSync(root, 0o755);
});

it("is a project that runs, with a mistake to find", async () => {
  const folder = await openWorkspace({});
  const counted = await runNode(["src/word-count.mjs", "notes.txt"], { cwd: folder });
  expect(counted.stdout).toBe("3 lines, 19 words, 89 characters in notes.txt\n");
  const tested = await runNode(["--test", "--test-reporter=tap"], { cwd: folder });
  expect(tested.code).toBe(1);
  expect(tested.stdout).toMatch(/^# pass 1\n# fail 1$/m);
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}
