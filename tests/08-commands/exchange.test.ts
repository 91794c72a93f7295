import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listSessions, sessionFolder } from "../../chapters/08-commands/session-folder.ts";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { faultsOf, readLog } from "../07-sessions/kept.ts";
import { asNobody } from "../support/as-nobody.ts";
import { writeWorkspace } from "../support/trace.ts";
import { told } from "../support/turn-traces.ts";
import { inputs, isLocked, kept, reopened, sayInTwo, turnWith, withHost } from "./opened.ts";

const greeting = findScenario("greeting");

afterEach(() => vi.unstubAllEnvs());

describe("another session", () => {
  it("is a new one after /reset, and the old one stays where it is kept", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, host } = opened;
      expect(await ask("/reset")).toEqual(["A new session."]);
      // nothing was said in the first one
      expect(await kept(opened)).toEqual([expect.stringMatching(/\.lock$/)]);
      await ask("one");
      const { path } = host.log();
      const bytes = await readFile(path);
      expect(await ask("/reset")).toEqual(["A new session."]);
      expect(await readFile(path)).toEqual(bytes);
      expect(host.session().status).toBe("idle");
      expect(isLocked(path)).toBe(false);
    });
  });

  it("that can't be opened leaves this one open: who can't, is told why", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, host, shown, heard, workspaceRoot } = opened;
      const older = await sayInTwo(opened);
      const log = host.log();
      const session = host.session();
      const untouched = async () => {
        expect(host.session()).toBe(session);
        expect(host.log()).toBe(log);
        expect(isLocked(log.path)).toBe(true);
        expect(shown).toHaveLength(2);
      };
      const files = async () => (await kept(opened)).filter((name) => !name.endsWith(".lock"));
      const before = await files();

      const program = bundleProgram(projectRoot(), "tests/07-sessions/hold.ts");
      const holder = spawn(process.execPath, [program, older], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      await once(holder.stdout, "data");
      expect(await ask("/resume 2")).toEqual([
        `This session is open in another process (${holder.pid}). End that one, or begin a new session.`,
      ]);
      await untouched();
      holder.stdin.end();
      await once(holder, "exit");

      const elsewhere = await writeWorkspace({});
      await reopened({ ...opened, workspaceRoot: elsewhere }, async (other) => {
        await other.ask("hello");
        const [line = "", foreign] = [`/load ${other.host.log().path}`, other.host.log().path];
        expect(await ask(line)).toEqual([
          `This session belongs to the folder ${elsewhere}. Start the program there.`,
        ]);
        expect(isLocked(foreign)).toBe(true);
      });
      await rm(elsewhere, { recursive: true });
      await untouched();

      const later = (await readFile(older, "utf8")).replace('"version":1', '"version":2');
      await writeFile(join(workspaceRoot, "later.jsonl"), later);
      expect(await ask("/load later.jsonl")).toEqual([
        "This session has version 2. This program knows 1.",
      ]);
      await untouched();
      expect(await files()).toEqual(before);
      expect(isLocked(older)).toBe(false);

      const numbers = heard.filter(({ sessionId }) => sessionId === "id_3");
      await ask("go on");
      expect(heard.slice(-12).map(told)).toEqual(turnWith("go on"));
      expect(heard.at(-12)?.sequence).toBe((numbers.at(-1)?.sequence ?? 0) + 1);
      expect(await ask("/resume 2")).toEqual([]);
      expect(host.log().path).toBe(older);
    });
  });

  it("is not left locked when it can't be read", async () => {
    await withHost(greeting, async (opened) => {
      const older = await sayInTwo(opened);
      await chmod(older, 0o200);
      for (const above of ["../../..", "../..", ".."]) await chmod(join(older, above), 0o777);
      for (const above of [opened.folder, opened.workspaceRoot]) await chmod(above, 0o777);
      await asNobody(async () => {
        for (let time = 1; time <= 2; time++) {
          expect(await opened.ask("/resume 2")).toEqual([
            `EACCES: permission denied, open '${older}'`,
          ]);
          expect(isLocked(older)).toBe(false);
        }
      });
    });
  });

  it("is known as the one that is open by whatever name its folder is reached", async () => {
    await withHost(greeting, async (opened) => {
      const real = join(opened.folder, "real");
      await mkdir(real);
      await symlink(real, join(opened.folder, "link"));
      vi.stubEnv("XDG_STATE_HOME", join(opened.folder, "link"));
      await reopened(opened, async (linked) => {
        await sayInTwo(linked);
        await linked.ask("/resume 2");
        expect(await linked.ask("/resume 2")).toEqual(["Session 2 is the one that is open."]);
        const [list = ""] = await linked.ask("/sessions");
        expect(list.split("\n").map((row) => row.slice(0, 4))).toEqual(["   1", "*  2"]);
      });
    });
  });
});

describe("a copy", () => {
  it("is where a session goes on from, as often as it is loaded", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, host, shown, heard, rehearsal, workspaceRoot } = opened;
      rehearsal.play(undefined);
      await ask("I like figs");
      const { path } = host.log();
      const copy = join(workspaceRoot, "copy.jsonl");
      expect(await ask("/save copy.jsonl")).toEqual([
        `Saved in ${copy}. /load goes on from there.`,
      ]);
      const bytes = await readFile(copy);
      expect(bytes).toEqual((await readFile(path)).subarray(0, bytes.length));
      await ask("I like plums");

      const loaded: string[] = [];
      for (const name of ["copy.jsonl", `  ${copy}`]) {
        expect(await ask(`/load ${name}`)).toEqual([`Loaded from ${copy}.`]);
        loaded.push(host.log().path);
        await ask("what did I say");
        expect(told(heard.at(-2) as SessionEvent)).toBe("assistant.message You said: I like figs");
        expect(await readFile(copy)).toEqual(bytes);
        expect(faultsOf(await readLog(host.log().path))).toEqual([]);
      }
      const [, , once, twice] = inputs(opened) as unknown[][];
      expect(twice).toEqual(once);
      expect(shown[2]?.map(told)).toEqual(shown[1]?.map(told));
      expect(shown[1]?.map(({ sequence }) => sequence)).toEqual(
        shown[2]?.map(({ sequence }) => sequence),
      );
      expect(new Set([path, copy, ...loaded])).toHaveLength(4);
      expect([path, copy, ...loaded].map(isLocked)).toEqual([false, false, false, true]);
      for (const each of loaded) expect((await stat(each)).mode & 0o777).toBe(0o600);
      expect(listSessions(sessionFolder(workspaceRoot))).toHaveLength(3);
    });
  });

  it("may be damaged: what can be read of it is there, and it stays as it is", async () => {
    await withHost(greeting, async (opened) => {
      const { ask, host, shown, workspaceRoot } = opened;
      await ask("hello");
      await ask("/save copy.jsonl");
      const whole = await readFile(join(workspaceRoot, "copy.jsonl"), "utf8");
      const damaged: [name: string, text: string, notices: (path: string) => string[]][] = [
        [
          "cut",
          whole.slice(0, -9),
          (path) => [`The last line of ${path} was cut off and is left out.`],
        ],
        [
          "middle",
          whole.replace(/\n/, "\nnot json\n"),
          (path) => [
            `These lines of ${path} can't be read and are left out: 2. The file as it was is kept in ${path}.damaged.`,
          ],
        ],
        [
          "first",
          whole.replace("{", "[{"),
          (path) => [
            `These lines of ${path} can't be read and are left out: 1. The file as it was is kept in ${path}.damaged.`,
          ],
        ],
        ["marked", `\ufeff${whole}`, () => []],
        ["windows", whole.replaceAll("\n", "\r\n"), () => []],
      ];
      for (const [name, text, notices] of damaged) {
        const copy = join(workspaceRoot, `${name}.jsonl`);
        await writeFile(copy, text);
        expect(await ask(`/load ${name}.jsonl`)).toEqual([`Loaded from ${copy}.`]);
        expect(shown.at(-1)?.at(-1)).toMatchObject({
          type: "session.resumed",
          notices: notices(host.log().path),
        });
        await ask("go on");
        expect(await readFile(copy, "utf8")).toBe(text);
        expect(faultsOf([...host.log().read()])).toEqual([]);
      }
    });
  });

  it("is a file: nothing else is waited for", async () => {
    await withHost(greeting, async ({ ask, workspaceRoot }) => {
      const pipe = join(workspaceRoot, "pipe");
      await once(spawn("mkfifo", [pipe]), "exit");
      for (const path of [pipe, "/dev/zero", "/dev/null", workspaceRoot]) {
        expect(await ask(`/load ${path}`)).toEqual([`${path} is no session that can be read.`]);
      }
    });
  });

  it("of a session that is open may be made by the system, too", async () => {
    await withHost(greeting, async ({ ask, host, workspaceRoot, heard }) => {
      await ask("one");
      await copyFile(host.log().path, join(workspaceRoot, "copy.jsonl"));
      const { path } = host.log();
      expect(await ask(`/load ${path}`)).toEqual([`Loaded from ${path}.`]);
      expect(isLocked(path)).toBe(false);
      await ask("two");
      expect(await readFile(path)).toEqual(await readFile(join(workspaceRoot, "copy.jsonl")));
      expect(heard.slice(-12).map(told)).toEqual(turnWith("two"));
    });
  });
});

describe("the list", () => {
  it("is of this folder, the one used last first, the open one marked", async () => {
    vi.stubEnv("TZ", "UTC");
    await withHost(greeting, async (opened) => {
      const { ask, host, workspaceRoot } = opened;
      expect(await ask("/sessions")).toEqual(["No session of this folder is kept yet."]);
      await ask("first\n\n  of\tall");
      const { path } = host.log();
      await setTimeout(10);
      await ask("/reset");
      await ask(`${"🙂".repeat(50)}and more`);
      await setTimeout(10);
      await ask("/reset");
      await ask(`${"x".repeat(50)}`);
      await setTimeout(10);
      await writeFile(join(sessionFolder(workspaceRoot), "other.jsonl"), "not json\n");
      await writeFile(join(sessionFolder(workspaceRoot), "notes.txt"), "no session\n");
      expect(await ask("/sessions")).toEqual([
        [
          "   1  (can't be read)",
          `*  2  2026-01-01 00:00  ${"x".repeat(50)}`,
          `   3  2026-01-01 00:00  ${"🙂".repeat(50)}…`,
          "   4  2026-01-01 00:00  first of all",
        ].join("\n"),
      ]);
      expect(await ask("/resume 4")).toEqual([]);
      expect(host.log().path).toBe(path);
    });
  });

  it("reads the beginnings of twenty, however many there are and however long they are", async () => {
    vi.stubEnv("TZ", "UTC");
    await withHost(greeting, async (opened) => {
      const { ask, host, workspaceRoot } = opened;
      await ask("a long session");
      const { path } = host.log();
      await ask("/reset");
      const folder = sessionFolder(workspaceRoot);
      const head = await readFile(path, "utf8");
      await Promise.all(
        Array.from({ length: 499 }, (_, place) => writeFile(join(folder, `${place}.jsonl`), head)),
      );
      // more than a program can hold, most of it a hole
      await appendFile(path, "\n");
      await truncate(path, 5 * 1024 ** 3);
      const [list = ""] = await ask("/sessions");
      const rows = list.split("\n");
      expect(rows).toEqual([
        ...Array.from(
          { length: 20 },
          (_, place) => `${String(place + 1).padStart(4)}  2026-01-01 00:00  a long session`,
        ),
        "and 480 more",
      ]);
    });
  });
});
