import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deep } from "../support/deep.ts";
import { runNode } from "../support/run-one-turn.ts";
import { makeClone, readFiles } from "./clone.ts";

const clone = makeClone();
const workshop = join(clone.root, "workshop");
afterAll(() => clone.remove());
beforeAll(() => clone.workshop("start", "03"));

/** When, which change of the disk, and which of its kind. Every day the one that leaves the work aside alone. */
const changes = ["mkdirSync 1", "writeFileSync 3", "renameSync 1", "renameSync 2", "renameSync 3"];
const stops = deep
  ? changes.flatMap((change) => [`before ${change}`, `after ${change}`])
  : ["after renameSync 1"];

it.each(stops)("a reset that is killed %s leaves the work where it was, or aside", async (stop) => {
  rmSync(join(workshop, ".backup"), { recursive: true, force: true });
  if (!existsSync(join(workshop, "03-events"))) await clone.workshop("start", "03");
  const mine = `// ${stop}\n`;
  writeFileSync(join(workshop, "03-events", "mine.ts"), mine);
  const preload = join(clone.root, "tests", "workshop", "stop-at.mjs");
  const program = join(clone.root, "shared/course/one-turn.cjs");
  await runNode(["--import", preload, program, "workshop", "reset", "03"], {
    cwd: clone.root,
    env: { STOP_AT: stop },
  });
  const backups = existsSync(join(workshop, ".backup"))
    ? readdirSync(join(workshop, ".backup"))
    : [];
  const places = [
    join(workshop, "03-events"),
    ...backups.map((each) => join(workshop, ".backup", each)),
  ];
  const kept = places.filter((place) => existsSync(place) && readFiles(place)["mine.ts"] === mine);
  expect(kept.length).toBe(1);
  const again = await clone.workshop("reset", "03");
  const said = again.code === 0 ? again.stdout : again.stderr;
  expect(said).toMatch(/is kept in workshop\/\.backup\/|What you had is in workshop\/\.backup\//);
});
