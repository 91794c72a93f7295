import { describe, expect, it } from "vitest";
import { runOneTurnAgain } from "../support/run-again.ts";

describe("one-turn diff", () => {
  it("begins with the layer and ends with what is the same, without escape codes, also in CI", async () => {
    const { code, stdout, stderr } = await runOneTurnAgain(["diff", "02", "03"], {
      env: { NO_COLOR: "", CI: "1" },
    });
    expect({ code, stderr, escapes: /\p{Cc}/u.test(stdout.replaceAll("\n", "")) }).toEqual({
      code: 0,
      stderr: "",
      escapes: false,
    });
    const rows = stdout.split("\n");
    expect(rows.slice(0, 5)).toEqual([
      "02-tools → 03-events",
      "",
      "03 events: the agent says what it does; a session names the turn",
      "",
      "new events   ┆ tool.progress",
    ]);
    expect(rows.at(-2)).toMatch(/^\d+ files are the same in both\. --names names them\.$/);
  });

  it("knows chapters by number, name and folder", async () => {
    const [first, ...others] = await Promise.all([
      runOneTurnAgain(["diff", "01", "02", "--names"]),
      runOneTurnAgain(["diff", "1", "tools", "--names"]),
      runOneTurnAgain(["diff", "bare-loop", "02-tools", "--names"]),
    ]);
    expect(first?.code).toBe(0);
    expect(others).toEqual([first, first]);
  });

  it("shows one file, in full, or says that it is the same", async () => {
    const given = await runOneTurnAgain(["diff", "01", "02", "--file", "tools/process-group.ts"]);
    expect(given.stdout).toMatch(/^tools\/process-group\.ts ─+ new, given \+\d+\n/);
    expect(given.stdout).not.toMatch(/more line/);
    expect(await runOneTurnAgain(["diff", "02", "03", "--file", "search-file.ts"])).toEqual({
      code: 0,
      stdout: "tools/search-file.ts is the same in 02-tools and 03-events.\n",
      stderr: "",
    });
  });

  it("is data with --json", async () => {
    const { code, stdout } = await runOneTurnAgain(["diff", "03", "02", "--json"]);
    const { direction, layers, files, unchanged } = JSON.parse(stdout);
    expect({ code, direction, layers: layers.length, names: Object.keys(files[0]) }).toEqual({
      code: 0,
      direction: "backwards",
      layers: 1,
      names: ["path", "status", "added", "removed", "binary", "hunks", "whys", "role"],
    });
    const { stdout: names } = await runOneTurnAgain(["diff", "03", "02", "--names"]);
    const paths = names.trimEnd().split("\n");
    expect(paths.map((row) => row.slice(2))).toEqual([
      ...files.map(({ path }: { path: string }) => path),
      ...unchanged,
    ]);
  });

  it("counts the whole ladder when no chapters are named", async () => {
    const { code, stdout, stderr } = await runOneTurnAgain(["diff", "--stat"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const rows = stdout.split("\n");
    expect(rows[0]?.split(/\s+/)).toEqual([
      "step",
      "added",
      "removed",
      "counted",
      "new",
      "changed",
      "gone",
      "same",
    ]);
    expect(rows[1]).toMatch(/^02-tools( +\d+){7}$/);
    const { stdout: json } = await runOneTurnAgain(["diff", "--stat", "--json"]);
    expect(Object.keys(JSON.parse(json))).toEqual(["first", "steps", "files", "alarms"]);
  });
});

describe("one-turn diff refuses in one line", () => {
  it.each([
    [[], /^Name two chapters, as in: npx one-turn diff 01 02\. Chapters: 01 bare-loop, /],
    [["01"], /^Name two chapters/],
    [["01", "--stat"], /^Name two chapters/],
    [["01", "99"], /^No chapter "99"\. Use one of: 01 bare-loop, /],
    [["01", "02", "03"], /^too many arguments/],
    [["01", "02", "--stat", "--names"], /^Use one of --stat and --names/],
    [["01", "02", "--trace", "--file", "x"], /^A trace belongs to no file/],
    [
      ["01", "02", "--scenario", "greeting"],
      /^--scenario names the turn for --trace\. Add --trace\.$/,
    ],
    [
      ["01", "02", "--trace", "--scenario", "fly"],
      /^No scenario named "fly"\. Use one of: greeting, /,
    ],
    [
      ["03", "01", "--trace", "--scenario", "read-file"],
      /^Scenario "read-file" needs chapter 02 or a later one, not 01-bare-loop\.$/,
    ],
    [
      ["01", "02", "--file", "fly.ts"],
      /^No file "fly\.ts" in 01-bare-loop or 02-tools\. These differ: /,
    ],
    [
      ["01", "02", "--nonsense"],
      /^unknown option '--nonsense'\. Options: --stat, --names, --file, /,
    ],
  ])("%j", async (args, line) => {
    const { code, stdout, stderr } = await runOneTurnAgain(["diff", ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const [start, rest] = [stderr.slice(0, 10), stderr.slice(10)];
    expect([start, rest.indexOf("\n") === rest.length - 1]).toEqual(["one-turn: ", true]);
    expect(rest.trimEnd()).toMatch(line);
  });
});
