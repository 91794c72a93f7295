import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readProgress } from "../../shared/course/workshop/progress.ts";

const root = mkdtempSync(join(tmpdir(), "one-turn-progress-"));
mkdirSync(join(root, "workshop"));
afterAll(() => rmSync(root, { recursive: true }));

const startedAt = "2026-01-01T00:00:00.000Z";

it.each([
  ["no hints", { startedAt, passedAt: startedAt }, { startedAt, passedAt: startedAt, hints: {} }],
  [
    "hints that are no numbers",
    { startedAt, hints: { 1: "x", 2: 3 } },
    { startedAt, hints: { 2: 3 } },
  ],
  ["a bug that is no number", { startedAt, hints: {}, bug: "x" }, { startedAt, hints: {} }],
  ["no step", { startedAt, hints: {}, failingStep: null }, { startedAt, hints: {} }],
  ["nothing that can be read", "x", undefined],
])("keeps what it can of a folder with %s", (_, written, read) => {
  const folders = { "03-events": written };
  writeFileSync(join(root, "workshop", ".progress.json"), JSON.stringify({ folders }));
  expect(readProgress(root).folders).toEqual(read ? { "03-events": read } : {});
});
