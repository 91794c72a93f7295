import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceFile } from "../../chapters/14-approvals/tools/replace-file.ts";
import { readTextFile } from "../../chapters/14-approvals/tools/text-file.ts";
import { makeWorkspace } from "../02-tools/make-workspace.ts";
import { asNobody } from "../support/as-nobody.ts";
import { sized } from "../support/deep.ts";
import { packedProgram } from "../support/packed-program.ts";
import { changing } from "./changing.ts";

const posix = process.platform !== "win32";

describe("TOL-16 a file is whole, the old one or the new one", () => {
  const seed = Number(process.env.ONE_TURN_SEED || Date.now() % 1_000_000);
  const kills = sized(4, 200);

  it(`when its program is killed ${kills} times (ONE_TURN_SEED=${seed})`, {
    timeout: 300_000,
  }, async () => {
    const root = makeWorkspace();
    const place = join(root, "f");
    const size = 256 * 1024;
    writeFileSync(place, Buffer.alloc(size, 1));
    chmodSync(place, 0o755);
    const random = randomFrom(seed);
    const program = packedProgram("tests/14-approvals/replace-forever.ts");
    for (let count = 0; count < kills; count++) {
      const child = spawn(process.execPath, [program, place], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      // who reads meanwhile never sees a part either
      const end = Date.now() + 10 + random() * 40;
      while (Date.now() < end) expect(isWhole(readFileSync(place), size)).toBe(true);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      expect(isWhole(readFileSync(place), size)).toBe(true);
      if (posix) expect(statSync(place).mode & 0o777).toBe(0o755);
    }
    // a draft that nobody could remove any more says whose it is
    const others = readdirSync(root).filter((name) => name !== "f");
    expect(others.filter((name) => !/^\.f\.[0-9a-f]{8}\.tmp$/.test(name))).toEqual([]);
  });
});

describe.skipIf(!posix)("TOL-16 a file that is changed", () => {
  it.each([0o755, 0o600, 0o640, 0o4755])("keeps its mode: %o", async (mode) => {
    const root = makeWorkspace({ f: "#!/bin/sh\necho one\n" });
    chmodSync(join(root, "f"), mode);
    expect(await changing(root).edit("f", "one", "two")).toBe("Changed: f, 19 bytes.");
    expect(statSync(join(root, "f")).mode & 0o7777).toBe(mode);
  });

  it.skipIf(process.geteuid?.() !== 0)("keeps its owner, changed by root", async () => {
    const root = makeWorkspace({ f: "one" });
    const place = join(root, "f");
    chownSync(place, 12_345, 54_321);
    chmodSync(place, 0o4640);
    expect(await changing(root).edit("f", "one", "two")).toBe("Changed: f, 3 bytes.");
    const { uid, gid, mode } = statSync(place);
    expect([uid, gid, mode & 0o7777]).toEqual([12_345, 54_321, 0o4640]);
  });

  it.skipIf(process.geteuid?.() !== 0)(
    "belongs to whoever changes it, where a file can't be given away: nobody runs it as them",
    async () => {
      const root = makeWorkspace({ f: "one" });
      const place = join(root, "f");
      chmodSync(root, 0o777);
      chmodSync(place, 0o6777);
      await asNobody(() => changing(root).edit("f", "one", "two"));
      const { uid, mode } = statSync(place);
      expect([uid, mode & 0o7777, readFileSync(place, "utf8")]).toEqual([65_534, 0o777, "two"]);
    },
  );

  it("is new with the mode that the user's umask gives", async () => {
    const root = makeWorkspace();
    await changing(root).write("sub/f", "a");
    expect(statSync(join(root, "sub/f")).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it("keeps its other names: it is refused", async () => {
    const root = makeWorkspace({ f: "one" });
    linkSync(join(root, "f"), join(root, "g"));
    const refused =
      'thrown: "f" has several names (hard links), and would lose them. It was not changed.';
    expect(await changing(root).edit("f", "one", "two")).toBe(refused);
    expect(await changing(root).write("f", "two")).toBe(refused);
    expect(readFileSync(join(root, "g"), "utf8")).toBe("one");
  });

  it("may have the longest name that there is", async () => {
    const root = makeWorkspace();
    const name = "\u65e5".repeat(85);
    expect(await changing(root).write(name, "a")).toBe(`Written: ${name}, 1 bytes.`);
    expect(readdirSync(root)).toEqual([name]);
  });
});

describe("APP-05 in the last moment, when all has been looked at", () => {
  it("a save of the user's is not written over", async () => {
    const root = makeWorkspace({ f: "one\n" });
    const place = join(root, "f");
    const before = await readTextFile(place, "f");
    writeFileSync(place, "the user's\n");
    await expect(replaceFile(place, Buffer.from("two\n"), before)).rejects.toThrow(
      /^Not written: it has changed since it was shown\.$/,
    );
    expect([readFileSync(place, "utf8"), readdirSync(root)]).toEqual(["the user's\n", ["f"]]);
  });

  it("a file that came is not written over", async () => {
    const root = makeWorkspace({ f: "the user's\n" });
    const place = join(root, "f");
    await expect(replaceFile(place, Buffer.from("two\n"))).rejects.toThrow(
      /^Not written: EEXIST: file already exists\.$/,
    );
    expect([readFileSync(place, "utf8"), readdirSync(root)]).toEqual(["the user's\n", ["f"]]);
  });
});

describe.skipIf(!posix)("TOL-16 a write that fails says why, and leaves nothing", () => {
  it("a read-only file", async () => {
    const root = makeWorkspace({ f: "one" });
    chmodSync(join(root, "f"), 0o444);
    chmodSync(root, 0o777);
    const said = await asNobody(() => changing(root).edit("f", "one", "two"));
    expect(said).toBe("thrown: Not written: EACCES: permission denied.");
    expect([readFileSync(join(root, "f"), "utf8"), readdirSync(root)]).toEqual(["one", ["f"]]);
  });

  it("a read-only folder, for a file that is there and one that is new", async () => {
    const root = makeWorkspace({ f: "one" });
    chmodSync(join(root, "f"), 0o666);
    chmodSync(root, 0o555);
    const denied = "thrown: Not written: EACCES: permission denied.";
    await asNobody(async () => {
      expect(await changing(root).edit("f", "one", "two")).toBe(denied);
      expect(await changing(root).write("g", "two")).toBe(denied);
      expect(await changing(root).write("a/b/g", "two")).toBe(denied);
    });
    expect([readFileSync(join(root, "f"), "utf8"), readdirSync(root)]).toEqual(["one", ["f"]]);
  });

  it("a name that is too long, in folders that were made for it", async () => {
    const root = makeWorkspace({ "there/f": "" });
    const said = await changing(root).write(`there/new/newer/${"n".repeat(300)}`, "two");
    // the system refuses it when the path is looked up
    expect(said).toMatch(/^thrown: .*ENAMETOOLONG/);
    await expect(
      replaceFile(join(root, "there/new/newer", "n".repeat(300)), Buffer.from("a")),
    ).rejects.toThrow(/^Not written: ENAMETOOLONG: name too long\.$/);
    expect([readdirSync(root), readdirSync(join(root, "there"))]).toEqual([["there"], ["f"]]);
  });

  it("a folder in the way, which came in the last moment", async () => {
    const root = makeWorkspace();
    mkdirSync(join(root, "f"));
    await expect(replaceFile(join(root, "f"), Buffer.from("a"))).rejects.toThrow(
      /^Not written: E[A-Z]+: [^,]+\.$/,
    );
    expect([readdirSync(root), readdirSync(join(root, "f"))]).toEqual([["f"], []]);
  });

  it("a full disk", async ({ skip }) => {
    const root = makeWorkspace();
    const disk = join(root, "disk");
    mkdirSync(disk);
    if (!mount(disk)) skip();
    onTestFinished(() => void execFileSync("umount", [disk]));
    writeFileSync(join(disk, "f"), "one");
    const { write } = changing(root);
    const full = "thrown: Not written: ENOSPC: no space left on device.";
    expect(await write("disk/f", "two".repeat(100_000))).toBe(full);
    expect(await write("disk/new/g", "two".repeat(100_000))).toBe(full);
    expect([readFileSync(join(disk, "f"), "utf8"), readdirSync(disk)]).toEqual(["one", ["f"]]);
    expect(await write("disk/f", "two")).toBe("Changed: disk/f, 3 bytes.");
  });
});

/** All bytes are of one value. */
function isWhole(bytes: Buffer, size: number): boolean {
  return bytes.equals(Buffer.alloc(size, bytes[0]));
}

/** A file system of 128 KiB, where this user may mount one. */
function mount(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Mulberry32: the same numbers for the same seed, from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
