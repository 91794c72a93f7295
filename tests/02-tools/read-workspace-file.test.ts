import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readWorkspaceFile } from "../../chapters/02-tools/tools/read-workspace-file.ts";
import { asNobody } from "../support/as-nobody.ts";
import { ask, makeWorkspace } from "./make-workspace.ts";
import { measure } from "./measure.ts";

const KIB = 1024;

async function read(content: string | Uint8Array, start_line = 1): Promise<string> {
  return ask(readWorkspaceFile(makeWorkspace({ f: content })), { path: "f", start_line });
}

it("gives a small file as it is", async () => {
  expect(await read("buy milk\r\n\r\nand bread")).toBe("buy milk\r\n\r\nand bread");
});

it("begins at the start line", async () => {
  const text = "one\ntwo\nthree\n";
  expect([await read(text, 2), await read(text, 3), await read("one\ntwo", 2)]).toEqual([
    "two\nthree\n",
    "three\n",
    "two",
  ]);
});

it("says that a file is empty", async () => {
  expect(await read("")).toBe("[f is an empty file.]");
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])(
  "refuses start_line %d",
  async (line) => {
    expect(await read("one\n", line)).toBe(
      `thrown: start_line is ${line}. Give a whole number; 1 is the first line.`,
    );
  },
);

it.each([
  ["one\ntwo\n", 3, 2],
  ["one\ntwo", 3, 2],
  ["one\ntwo", 99, 2],
  ["\n", 2, 1],
])("says where %j ends when start_line is %d", async (text, line, last) => {
  expect(await read(text, line)).toBe(
    `thrown: start_line is ${line}, but the last line of f is ${last}.`,
  );
});

describe("TOL-05 a long file comes in pages of 64 KiB", () => {
  it("says what was shown and how to go on, until the pages make the file", async () => {
    const text = Array.from({ length: 6000 }, (_, at) => `line ${at + 1} é\n`).join("");
    const tool = readWorkspaceFile(makeWorkspace({ f: text }));
    let joined = "";
    const notes: string[] = [];
    for (let line = 1; line > 0; ) {
      const output = await ask(tool, { path: "f", start_line: line });
      const [, page, note, next] = /^(.*?)(\[Lines .* start_line (\d+)\.\])?$/s.exec(output) ?? [];
      expect(Buffer.byteLength(page ?? "")).toBeLessThanOrEqual(64 * KIB);
      joined += page;
      notes.push(note ?? "");
      line = Number(next ?? 0);
    }
    expect(joined).toBe(text);
    expect(notes).toEqual([
      "[Lines 1-5126 of a file of 76893 bytes. Go on with start_line 5127.]",
      "",
    ]);
  });

  it("shows a file of exactly one page without a note", async () => {
    const text = `${"x".repeat(64 * KIB - 1)}\n`;
    expect(await read(text)).toBe(text);
  });

  it("cuts a line that is longer than a page, and says how long it is", async () => {
    const output = await read(`${"x".repeat(1_000_000)}\nend\n`);
    expect(output).toBe(
      `${"x".repeat(64 * KIB)}…\n[Line 1 is 1000001 bytes long and was cut, in a file of 1000005 bytes. Go on with start_line 2.]`,
    );
  });

  it("does not send the model past the end after a long last line", async () => {
    const output = await read(`short\n${"x".repeat(100_000)}`, 2);
    expect(output).toBe(
      `${"x".repeat(64 * KIB)}…\n[Line 2 is 100000 bytes long and was cut, in a file of 100006 bytes.]`,
    );
  });

  it("shows the short lines before a long one, and begins the next page with it", async () => {
    expect(await read(`short\n${"x".repeat(100_000)}`)).toBe(
      "short\n[Lines 1-1 of a file of 100006 bytes. Go on with start_line 2.]",
    );
  });

  it.each(["é", "€", "😀"])("never cuts %s in half", async (character) => {
    for (const before of ["", "a", "ab", "abc"]) {
      const [shown = ""] = (await read(before + character.repeat(50_000))).split("…");
      const width = Buffer.byteLength(character);
      expect(shown).toBe(before + character.repeat(Math.floor((64 * KIB - before.length) / width)));
    }
  });

  it("reads no further than it must in a file of 2 GB", async () => {
    const root = makeWorkspace({ log: "a line of the log\n".repeat(10_000) });
    truncateSync(join(root, "log"), 2 * 1024 ** 3);
    const page = await measure("read-workspace-file.ts", "readWorkspaceFile", root, {
      path: "log",
      start_line: 10_001,
    });
    expect(page.output).toBe(
      "[log is a binary file of 2147483648 bytes. Its content is not shown.]",
    );
    expect(page.megabytes).toBeLessThan(50);
  });

  it("does not look for a line further than 64 MiB into a file", async () => {
    const root = makeWorkspace({ log: "a line of the log\n".repeat(10_000) });
    truncateSync(join(root, "log"), 2 * 1024 ** 3);
    expect(await ask(readWorkspaceFile(root), { path: "log", start_line: 10_002 })).toBe(
      "thrown: Not read: log has 10000 lines in its first 64 MiB, and no more of it is read. Search it instead.",
    );
  });

  it("does not measure a line of more than 4 MiB", async () => {
    const output = await read("x".repeat(5 * 1024 * KIB));
    expect(output.split("…\n")[1]).toBe(
      "[Line 1 is more than 4194304 bytes long and was cut, in a file of 5242880 bytes. Go on with start_line 2.]",
    );
  });
});

describe("TOL-11 what is not UTF-8 text", () => {
  it("hides a UTF-8 BOM", async () => {
    expect(await read("\uFEFFhello")).toBe("hello");
  });

  it("names UTF-16 and binary files with their size", async () => {
    expect([
      await read(Buffer.from("\uFEFFhé", "utf16le")),
      await read(Buffer.from([0xfe, 0xff, 0, 0x68])),
      await read(Buffer.from("PK\x03\x04\0")),
      await read(Buffer.concat([Buffer.from("x".repeat(8 * KIB - 1)), Buffer.alloc(1)])),
      await read(Buffer.concat([Buffer.from("text\n".repeat(8 * KIB)), Buffer.alloc(1)])),
      await read(Buffer.from(Array.from({ length: 3000 }, (_, index) => (index % 255) + 1))),
    ]).toEqual([
      "[f is a UTF-16 file of 6 bytes. Its content is not shown.]",
      "[f is a UTF-16 file of 4 bytes. Its content is not shown.]",
      "[f is a binary file of 5 bytes. Its content is not shown.]",
      "[f is a binary file of 8192 bytes. Its content is not shown.]",
      "[f is a binary file of 40961 bytes. Its content is not shown.]",
      "[f is a binary file of 3000 bytes. Its content is not shown.]",
    ]);
  });

  it("shows bytes that are no UTF-8 as U+FFFD", async () => {
    expect([
      await read(Buffer.from("caf\xe9\n", "latin1")),
      await read(Buffer.from([0x61, 0xed, 0xa0, 0x80])),
      await read(Buffer.from("€").subarray(0, 2)),
    ]).toEqual(["caf\uFFFD\n", "a\uFFFD\uFFFD\uFFFD", "\uFFFD"]);
  });
});

describe("what is not a regular file", () => {
  const readPath = (root: string, path: string) =>
    ask(readWorkspaceFile(root), { path, start_line: 1 });

  it("refuses folders, and says what is missing", async () => {
    const root = makeWorkspace({ "a.txt": "" });
    mkdirSync(join(root, "src"));
    expect([
      await readPath(root, "src"),
      await readPath(root, ""),
      await readPath(root, "src/b.txt"),
      await readPath(root, "a.txt/b"),
      await readPath(root, "x".repeat(300)),
    ]).toEqual([
      'thrown: "src" is a folder, not a regular file. Use another path.',
      'thrown: "" is a folder, not a regular file. Use another path.',
      'thrown: "src/b.txt" does not exist. List its folder to see what is there.',
      'thrown: "a.txt/b" is not a folder, or leads through a file. List its folder to see what is there.',
      `thrown: "${"x".repeat(300)}" cannot be read (ENAMETOOLONG). Try another path.`,
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "refuses a pipe and a socket, and waits for neither",
    async () => {
      const root = makeWorkspace();
      execFileSync("mkfifo", [join(root, "queue")]);
      const server = createServer().listen(join(root, "s"));
      onTestFinished(() => void server.close());
      await once(server, "listening");
      expect([await readPath(root, "queue"), await readPath(root, "s")]).toEqual([
        'thrown: "queue" is a pipe, not a regular file. Use another path.',
        'thrown: "s" is a socket or a device, not a regular file. Leave it.',
      ]);
    },
  );

  it.skipIf(process.geteuid?.() !== 0)("refuses a device", async () => {
    const root = makeWorkspace();
    execFileSync("mknod", [join(root, "zero"), "c", "1", "5"]);
    expect(await readPath(root, "zero")).toBe(
      'thrown: "zero" is a device, not a regular file. Use another path.',
    );
  });

  it.skipIf(process.platform === "win32")("says when a file may not be read", async () => {
    const root = makeWorkspace({ "secret.txt": "x", "closed/a.txt": "x" });
    chmodSync(join(root, "secret.txt"), 0);
    chmodSync(join(root, "closed"), 0);
    const answers = await asNobody(async () => [
      await readPath(root, "secret.txt"),
      await readPath(root, "closed/a.txt"),
    ]);
    chmodSync(join(root, "closed"), 0o755);
    expect(answers).toEqual([
      'thrown: "secret.txt" may not be read: permission denied. Leave it, or ask the user.',
      'thrown: "closed/a.txt" may not be read: permission denied. Leave it, or ask the user.',
    ]);
  });
});
