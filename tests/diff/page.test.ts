import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { choosePager, page } from "../../shared/course/diff/page.ts";
import { makeFolder } from "./course.ts";

const long = Array.from({ length: 24 }, () => "row");
const screen = { isTTY: true, rows: 24 };

describe("a pager", () => {
  const less = { command: "less", args: ["-FRX"], shell: false };

  it("is less, for what does not fit the screen", () => {
    expect(choose({})).toEqual(less);
    expect(choosePager(long.slice(1), screen, { env: {}, platform: "linux" })).toBe(undefined);
    expect(choosePager(long, { rows: 24 }, { env: {}, platform: "linux" })).toBe(undefined);
  });

  it("is what PAGER says, and none when that is empty or cat", () => {
    expect(choose({ PAGER: "more -s" })).toEqual({ command: "more -s", args: [], shell: true });
    for (const PAGER of ["", " ", "cat"]) expect(choose({ PAGER })).toBe(undefined);
    expect(choose({ TERM: "dumb" })).toBe(undefined);
  });

  it("is the course's own on Windows unless PAGER is set", () => {
    expect(choose({}, "win32")).toBe("own");
    expect(choose({ PAGER: "less" }, "win32")).toMatchObject({ command: "less" });
  });

  function choose(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux") {
    return choosePager(long, screen, { env, platform });
  }
});

describe("the reader of a pager", () => {
  it("gets the whole text", async () => {
    const file = join(makeFolder(), "read");
    const text = "row\n".repeat(100_000);
    const copy = `fs.writeFileSync(${JSON.stringify(file)}, fs.readFileSync(0))`;
    expect(await page(text, node(copy))).toBe(true);
    expect(readFileSync(file, "utf8") === text).toBe(true);
  });

  it("may leave early: that is no error", async () => {
    expect(await page("row\n".repeat(1_000_000), node("process.exit(0)"))).toBe(true);
    expect(await page("row\n".repeat(1_000_000), node("process.exit(1)"))).toBe(true);
  });

  it("is told when there is no such pager", async () => {
    const missing = { command: "one-turn-no-such-pager", args: [] };
    expect(await page("row\n", { ...missing, shell: false })).toBe(false);
  });

  function node(script: string) {
    return { command: process.execPath, args: ["-e", script], shell: false };
  }
});
