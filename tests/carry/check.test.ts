import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkCopies } from "../../shared/course/carry/check-copies.ts";
import type { Chapter } from "../../shared/course/chapters.ts";
import { makeFolder, openLadder } from "./made-up-ladder.ts";

const files = {
  "01-loop/agent.ts": "1\n",
  "01-loop/main.ts": "1\n",
  "02-tools/agent.ts": "2\n",
  "02-tools/main.ts": "1\n",
  "02-tools/tools/tool.ts": "1\n",
  "03-events/agent.ts": "2\n",
  "03-events/main.ts": "1\n",
  "03-events/tools/tool.ts": "1\n",
  "03-events/session.ts": "1\n",
};

const manifest = {
  "01-loop": ["agent.ts", "main.ts"],
  "02-tools": ["agent.ts", "tools/tool.ts"],
  "03-events": ["session.ts"],
};

/** No git here: the check needs none. */
function makeCopies() {
  const made = openLadder(makeFolder());
  for (const [path, text] of Object.entries(files)) made.write(path, text);
  return made;
}

function chaptersOf(listed: Record<string, string[]>): Chapter[] {
  return Object.entries(listed).map(([folder, paths], place) => ({
    number: place + 1,
    folder,
    name: folder.slice(3),
    layer: "a layer",
    minutes: 10,
    newEvents: [],
    files: paths.map((path) => ({ path, why: "It is new.", role: "build" })),
  }));
}

it("finds nothing where every file is a copy or listed", () => {
  const { root, write } = makeCopies();
  write("03-events/.DS_Store", "1\n");
  expect(checkCopies(root, chaptersOf(manifest))).toEqual([]);
});

it("CRS-05 tells every copy that differs, and how to carry the change", () => {
  const { root, write } = makeCopies();
  write("02-tools/agent.ts", "changed in 02 only\n");
  write("02-tools/main.ts", "changed in 02 only\n");
  expect(checkCopies(root, chaptersOf(manifest))).toEqual([
    "chapters/02-tools/main.ts differs from 01-loop: one-turn carry 01, or list it in shared/course/manifest/02-tools.ts.",
    "chapters/03-events/agent.ts differs from 02-tools: one-turn carry 02, or list it in shared/course/manifest/03-events.ts.",
    "chapters/03-events/main.ts differs from 02-tools: one-turn carry 02, or list it in shared/course/manifest/03-events.ts.",
  ]);
});

it("sees a single byte, also one at the end of a line", () => {
  const { root, write } = makeCopies();
  write("02-tools/main.ts", "1\r\n");
  write("03-events/main.ts", "1");
  expect(checkCopies(root, chaptersOf(manifest))).toEqual([
    "chapters/02-tools/main.ts differs from 01-loop in its line ends: bring it back with git checkout chapters/02-tools/main.ts, or list it in shared/course/manifest/02-tools.ts.",
    "chapters/03-events/main.ts differs from 02-tools: one-turn carry 02, or list it in shared/course/manifest/03-events.ts.",
  ]);
});

it("tells what the manifest does not list, lists twice or for nothing, and what is gone", () => {
  const { root, write, remove } = makeCopies();
  write("03-events/state/draft.ts", "1\n");
  remove("03-events/tools/tool.ts");
  const chapters = chaptersOf({
    "01-loop": ["agent.ts"],
    "02-tools": ["agent.ts", "main.ts", "tools/tool.ts", "agent.ts"],
    "03-events": ["session.ts", "Session.ts", "tools/tool.ts"],
  });
  expect(checkCopies(root, chapters)).toEqual([
    "chapters/01-loop/main.ts is new, and shared/course/manifest/01-loop.ts does not list it: add it there.",
    "chapters/02-tools/agent.ts is listed 2 times in shared/course/manifest/02-tools.ts: leave one.",
    "chapters/02-tools/main.ts is the same as in 01-loop, and shared/course/manifest/02-tools.ts lists it: take it out there.",
    "chapters/03-events/Session.ts does not exist, and shared/course/manifest/03-events.ts lists it: take it out there.",
    "chapters/03-events/state/draft.ts is new, and shared/course/manifest/03-events.ts does not list it: add it there.",
    "chapters/03-events/tools/tool.ts is missing, and 02-tools has it: copy it, or one-turn carry 02 if it was deleted there.",
  ]);
});

it("tells a folder without a manifest and a manifest without a folder", () => {
  const { root, write } = makeCopies();
  write("04-state/agent.ts", "2\n");
  expect(checkCopies(root, chaptersOf({ ...manifest, "05-tui": [] }))).toEqual([
    "chapters/05-tui does not exist, and shared/course/manifest/05-tui.ts describes it.",
    "chapters/04-state is in no manifest: add shared/course/manifest/04-state.ts.",
  ]);
});

it("prints the problems as lines, with exit code 1", async () => {
  const { root, carry, write } = makeCopies();
  writeFileSync(join(root, "manifest.json"), JSON.stringify(manifest));
  expect(await carry("--check")).toEqual({
    code: 0,
    stdout: "The copies are true. Chapters: 3.\n",
    stderr: "",
  });
  write("02-tools/main.ts", "2\n");
  write("03-events/main.ts", "2\n");
  expect(await carry("--check")).toEqual({
    code: 1,
    stdout:
      "chapters/02-tools/main.ts differs from 01-loop: one-turn carry 01, or list it in shared/course/manifest/02-tools.ts.\n",
    stderr: "",
  });
});
