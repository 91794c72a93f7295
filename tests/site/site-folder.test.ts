import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import {
  isWhole,
  markFinished,
  markUnfinished,
  readMark,
} from "../../walkthrough/site/site-mark.ts";
import { openStage, takePlace } from "../../walkthrough/site/staged-folder.ts";

const place = mkdtempSync(join(tmpdir(), "one-turn-site-"));
const folder = join(place, "site");
const sources = "0a".repeat(32);

afterEach(() => rmSync(place, { recursive: true, force: true }));

/** No process has this number. */
const nobody = 2 ** 30;

async function whole(): Promise<boolean> {
  const mark = await readMark(folder);
  return mark !== undefined && isWhole(folder, mark);
}

it("is whole as long as each of its files is there in its size", async () => {
  mkdirSync(join(folder, "a"), { recursive: true });
  await markUnfinished(folder);
  expect(await readMark(folder)).toEqual({ files: [] });
  expect(await whole()).toBe(false);
  writeFileSync(join(folder, "index.html"), "first");
  writeFileSync(join(folder, "a", "b c.html"), "second");
  await markFinished(folder, sources);
  expect(await readMark(folder)).toEqual({ sources, files: ["6 a/b c.html", "5 index.html"] });
  writeFileSync(join(folder, "beside.txt"), "does not matter");
  expect(await whole()).toBe(true);
  writeFileSync(join(folder, "index.html"), "");
  expect(await whole()).toBe(false);
  rmSync(join(folder, "index.html"));
  expect(await whole()).toBe(false);
});

it("is what is served until the next one is built, and takes nothing but its own leftovers", async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), "before");
  for (const name of [`site.${nobody}`, `site.${nobody}.old`, `site.${process.ppid}`, "site.2"]) {
    mkdirSync(join(place, name));
    if (name !== "site.2") await markUnfinished(join(place, name));
  }
  mkdirSync(join(place, `site.${nobody + 1}`));
  const stage = await openStage(folder);
  expect(existsSync(join(folder, "index.html"))).toBe(true);
  writeFileSync(join(stage, "new.html"), "after");
  await takePlace(stage, folder);
  expect(readdirSync(folder).sort()).toEqual([".one-turn-site", "new.html"]);
  expect(readdirSync(place).sort()).toEqual(
    ["site", "site.2", `site.${nobody + 1}`, `site.${process.ppid}`].sort(),
  );
});
