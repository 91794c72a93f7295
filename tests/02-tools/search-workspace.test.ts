import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { searchWorkspace } from "../../chapters/02-tools/tools/search-workspace.ts";
import { asNobody } from "../support/as-nobody.ts";
import { sized } from "../support/deep.ts";
import { ask, makeWorkspace } from "./make-workspace.ts";
import { measure } from "./measure.ts";

function search(files: Record<string, string | Uint8Array>, query: string): Promise<string> {
  return ask(searchWorkspace(makeWorkspace(files)), { query });
}

it("finds in the order of paths and lines, whatever the case", async () => {
  const files = {
    "src/b.ts": "Milk\nbread\nMILK and milk",
    "src.txt": "milk\r\n",
    "a/b/c.md": "no\nsome milk here\n",
    Z: "milkshake",
  };
  expect(await search(files, "miLk")).toBe(
    [
      "Z:1: milkshake",
      "a/b/c.md:2: some milk here",
      "src.txt:1: milk",
      "src/b.ts:1: Milk",
      "src/b.ts:3: MILK and milk",
    ].join("\n"),
  );
});

it("takes the query as plain text", async () => {
  const text = "a.b\naxb\n(x|y)[0] ^$ {1} \\d / - # &\nÉcole";
  expect([
    await search({ f: text }, "a.b"),
    await search({ f: text }, "(x|y)[0] ^$ {1} \\d / - # &"),
    await search({ f: text }, "école"),
  ]).toEqual(["f:1: a.b", "f:3: (x|y)[0] ^$ {1} \\d / - # &", "f:4: École"]);
});

it("refuses a query that is longer than a line should be", async () => {
  expect(await search({ f: "milk" }, "a".repeat(501))).toBe(
    `thrown: "${"a".repeat(100)}" is no text within one line, of at most 500 characters.`,
  );
});

it("goes down a tree of hundreds of folders", async () => {
  const root = makeWorkspace();
  const depth = sized(300, 1900);
  const deep = "d/".repeat(depth);
  mkdirSync(join(root, deep), { recursive: true });
  writeFileSync(join(root, deep, "f"), "milk");
  const output = await ask(searchWorkspace(root), { query: "milk" });
  // from below: what removes a whole tree at once does not come this deep
  rmSync(join(root, deep, "f"));
  for (let left = depth; left > 0; left--) rmdirSync(join(root, "d/".repeat(left)));
  expect(output).toBe(`${deep}f:1: milk`);
});

it("shows line ends and escape codes in a name as such", async () => {
  expect(await search({ "nl\n\u001b[31m.txt": "milk" }, "milk")).toBe(
    "nl\\u000a\\u001b[31m.txt:1: milk",
  );
});

it("says when no line has it", async () => {
  expect(await search({ f: "milk" }, "cheese")).toBe('[no line contains "cheese"]');
});

it.each(["", "a\nb", "a\r"])("refuses the query %j", async (query) => {
  expect(await search({}, query)).toBe(
    `thrown: ${JSON.stringify(query)} is no text within one line, of at most 500 characters.`,
  );
});

it("skips .git, node_modules, binary and UTF-16 files, at every depth", async () => {
  const files = {
    ".git/config": "milk",
    "node_modules/m/index.js": "milk",
    "lib/node_modules/m.js": "milk",
    "lib/bin": Buffer.from("milk\0"),
    "lib/utf16": Buffer.from("\uFEFFmilk", "utf16le"),
    "lib/seen": "\uFEFFmilk",
  };
  expect(await search(files, "milk")).toBe("lib/seen:1: milk");
});

it.skipIf(process.platform === "win32")("skips pipes, and waits for none", async () => {
  const root = makeWorkspace({ f: "milk" });
  execFileSync("mkfifo", [join(root, "queue")]);
  expect(await ask(searchWorkspace(root), { query: "milk" })).toBe("f:1: milk");
});

describe("TOL-05 what is found is capped", () => {
  it("shows 200 hits, and says whether there are more", async () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `milk ${from + at}`).join("\n");
    const hits = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        at < 150 ? `a:${at + 1}: milk ${at + 1}` : `b:${at - 149}: milk ${at + 1}`,
      ).join("\n");
    expect(await search({ a: lines(1, 150), b: lines(151, 200) }, "milk")).toBe(hits(200));
    expect(await search({ a: lines(1, 150), b: lines(151, 201) }, "milk")).toBe(
      `${hits(200)}\n[the first 200 hits; there are more: search for a longer text]`,
    );
  });

  it("cuts a long line to 300 characters around the hit", async () => {
    const x = (count: number) => "x".repeat(count);
    expect([
      await search({ f: `milk${x(1000)}` }, "milk"),
      await search({ f: `${x(1000)}milk${x(1000)}` }, "milk"),
      await search({ f: `${x(1000)}milk` }, "milk"),
      await search({ f: `milk${x(296)}` }, "milk"),
    ]).toEqual([
      `f:1: milk${x(294)}…`,
      `f:1: …${x(100)}milk${x(194)}…`,
      `f:1: …${x(294)}milk`,
      `f:1: milk${x(296)}`,
    ]);
  });

  it("leaves no half character at a cut", async () => {
    const faces = "😀".repeat(300);
    for (const gap of ["", "-"]) {
      const output = await search({ f: `${faces}${gap}milk${gap}${faces}` }, "milk");
      expect(output.isWellFormed()).toBe(true);
      expect(output.length).toBeLessThanOrEqual("f:1: ".length + 300);
    }
  });

  it("finds over the borders of chunks, in lines and in characters", async () => {
    const line = `${"é".repeat(50)}\n`;
    const text = `${line.repeat(3000)}the é€😀 milk\n${"y".repeat(200_000)}milk`;
    const [first, second] = (await search({ f: text }, "é€😀 milk")).split("\n");
    expect([first, second]).toEqual(["f:3001: the é€😀 milk", undefined]);
    expect(await search({ f: text }, "milk")).toBe(
      `f:3001: the é€😀 milk\nf:3002: …${"y".repeat(294)}milk`,
    );
  });

  it("finds a hit wherever it stands in a very long line, once per line", async () => {
    for (const before of [65_530, 65_536, 131_065, 131_072, 300_000]) {
      const [hit, ...others] = (
        await search({ f: `\n${"x".repeat(before)}the milk${"y".repeat(400_000)}milk` }, "the milk")
      ).split("\n");
      expect([hit?.slice(0, 118), others]).toEqual([
        `f:2: …${"x".repeat(100)}the milk${"y".repeat(4)}`,
        [],
      ]);
    }
  });

  it("names what it did not search, up to 20", async () => {
    const root = makeWorkspace({ small: "milk" });
    for (let at = 10; at < 32; at++) {
      writeFileSync(join(root, `big${at}`), "milk");
      truncateSync(join(root, `big${at}`), 5 * 1024 ** 2 + 1);
    }
    const named = Array.from({ length: 20 }, (_, at) => `big${at + 10} (5242881 bytes)`);
    expect(await ask(searchWorkspace(root), { query: "milk" })).toBe(
      `small:1: milk\n[not searched: ${named.join(", ")} and 2 more]`,
    );
  });

  it("searches a file of just 5 MiB", async () => {
    const text = `${"x".repeat(1023)}\n`.repeat(5 * 1024 - 1);
    expect(await search({ f: `${text}${"x".repeat(1020)}milk` }, "milk")).toBe(
      `f:5120: …${"x".repeat(294)}milk`,
    );
  });
});

it.skipIf(process.platform === "win32")(
  "goes on past what may not be read, and names it",
  async () => {
    const root = makeWorkspace({
      "a.txt": "milk",
      "b.txt": "milk",
      "shut/c.txt": "milk",
      "z.txt": "milk",
    });
    chmodSync(join(root, "b.txt"), 0);
    chmodSync(join(root, "shut"), 0);
    const answer = await asNobody(() => ask(searchWorkspace(root), { query: "milk" }));
    chmodSync(join(root, "shut"), 0o755);
    expect(answer).toBe(
      "a.txt:1: milk\nz.txt:1: milk\n[not searched: b.txt (EACCES), shut/ (EACCES)]",
    );
  },
);

it("searches thousands of files with flat memory, and lets other work through", {
  timeout: 120_000,
}, async () => {
  const root = makeWorkspace();
  const hits: string[] = [];
  for (let folder = 100; folder < 100 + sized(20, 200); folder++) {
    mkdirSync(join(root, `d${folder}`));
    for (let file = 100; file < 200; file++) {
      const last = file === 150 && folder < 250 ? "milk" : "bread";
      writeFileSync(join(root, `d${folder}/f${file}`), `${"a line of text\n".repeat(20)}${last}`);
      if (last === "milk") hits.push(`d${folder}/f${file}:21: milk`);
    }
  }
  const found = await measure("search-workspace.ts", "searchWorkspace", root, { query: "milk" });
  expect(found.output).toBe(hits.join("\n"));
  expect(found.megabytes).toBeLessThan(100);
  expect(found.beats).toBeGreaterThan(sized(2, 10));
});

it("keeps memory flat over long lines and does not open a file of 2 GB", async () => {
  const root = makeWorkspace();
  const names = Array.from({ length: sized(12, 30) }, (_, at) => `f${at + 10}`);
  const line = `${"x".repeat(5e6)}milk`;
  for (const name of names) writeFileSync(join(root, name), line);
  writeFileSync(join(root, "log"), "milk\n".repeat(10_000));
  truncateSync(join(root, "log"), 2 * 1024 ** 3);
  const found = await measure("search-workspace.ts", "searchWorkspace", root, { query: "milk" });
  const hits = names.map((name) => `${name}:1: …${"x".repeat(294)}milk`);
  expect(found.output).toBe([...hits, "[not searched: log (2147483648 bytes)]"].join("\n"));
  expect(found.megabytes).toBeLessThan(sized(50, 150));
});
