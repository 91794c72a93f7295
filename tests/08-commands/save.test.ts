import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SessionEvent } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { readLog } from "../07-sessions/kept.ts";
import { asNobody } from "../support/as-nobody.ts";
import { told } from "../support/turn-traces.ts";
import { inputs, isLocked, reopened, withHost } from "./opened.ts";

const greeting = findScenario("greeting");

afterEach(() => vi.unstubAllEnvs());

describe("a session that is saved", () => {
  it("says where it is kept, or is a file for its owner alone", async () => {
    await withHost(greeting, async ({ ask, host, workspaceRoot, heard, shown }) => {
      const before = process.umask(0);
      try {
        const { path } = host.log();
        expect(await ask("/save")).toEqual([
          `This session is kept in ${path}, from its first turn on.`,
        ]);
        // nothing was said to the model yet
        const early = join(workspaceRoot, "early one.jsonl");
        expect(await ask("/save early one.jsonl")).toEqual([
          `Saved in ${early}. /load goes on from there.`,
        ]);
        expect(await readLog(early)).toEqual([...(shown[0] ?? []), ...heard.slice(0, 1)]);
        await ask("hello");
        await ask("/save copy.jsonl");
        const copy = join(workspaceRoot, "copy.jsonl");
        expect((await stat(copy)).mode & 0o777).toBe(0o600);
        expect(await readLog(copy)).toEqual((await readLog(path)).slice(0, -1));
        expect(await ask(`/save ${copy}`)).toEqual([
          `${copy} is there already. Choose another name.`,
        ]);
        expect(await ask("/load early one.jsonl")).toEqual([`Loaded from ${early}.`]);
        expect(shown.at(-1)?.map(({ type }) => type)).toEqual([
          ...["session.started", "notice", "session.resumed"],
        ]);
      } finally {
        process.umask(before);
      }
    });
  });

  it("holds no key, wherever it is kept", async () => {
    const key = "own-key-of-this-process-1234";
    vi.stubEnv("OPENAI_API_KEY", key);
    await withHost(greeting, async (opened) => {
      const copies: string[] = [];
      const sayAndSave = async ({ ask, host }: typeof opened) => {
        await ask(`my key is ${key}`);
        await ask(`/${key}`);
        await ask(`/load ${key}`);
        expect(inputs(opened).at(-1)).toContainEqual({ role: "user", content: `my key is ${key}` });
        const copy = join(opened.workspaceRoot, `copy-${copies.length}.jsonl`);
        await ask(`/save ${copy}`);
        copies.push(await readFile(copy, "utf8"));
        if (host.log().path) copies.push(await readFile(host.log().path, "utf8"));
      };
      await sayAndSave(opened);
      await writeFile(join(opened.folder, "file"), "");
      vi.stubEnv("XDG_STATE_HOME", join(opened.folder, "file"));
      await reopened(opened, sayAndSave);
      expect(copies).toHaveLength(3);
      for (const copy of copies) {
        expect(copy).toContain("my key is [key removed]");
        expect(copy).not.toContain(key);
      }
    });
  });

  it("is not there when it can't be written", async () => {
    await withHost(greeting, async ({ ask, host, workspaceRoot, heard }) => {
      await ask("hello");
      await chmod(workspaceRoot, 0o555);
      await asNobody(async () => {
        const path = join(workspaceRoot, "copy.jsonl");
        expect(await ask("/save copy.jsonl")).toEqual([
          `Nothing was saved (EACCES: permission denied, open '${path}').`,
        ]);
      });
      await chmod(workspaceRoot, 0o755);
      expect(isLocked(host.log().path)).toBe(true);
      await ask("again");
      expect(heard.at(-1)?.type).toBe("turn.completed");
    });
  });

  it("is found again below the home folder, by its short name", async () => {
    await withHost(greeting, async ({ ask, folder }) => {
      vi.stubEnv("HOME", folder);
      expect(homedir()).toBe(folder);
      const copy = join(folder, "copy.jsonl");
      expect(await ask("/save ~/copy.jsonl")).toEqual([
        `Saved in ${copy}. /load goes on from there.`,
      ]);
      expect(await ask("/load ~/copy.jsonl")).toEqual([`Loaded from ${copy}.`]);
      expect(await ask("/load ~")).toEqual([`${folder} is no session that can be read.`]);
    });
  });
});

describe("a session that can only be kept in memory", () => {
  it("goes on, says so, and can be saved", async () => {
    await withHost(greeting, async (opened) => {
      await writeFile(join(opened.folder, "file"), "");
      vi.stubEnv("XDG_STATE_HOME", join(opened.folder, "file"));
      await reopened(opened, async ({ ask, heard, shown, host, workspaceRoot }) => {
        const trouble = expect.stringMatching(/^notice No session can be kept \(ENOTDIR: .*\)\.$/);
        const started = `session.started 1 ${workspaceRoot}`;
        expect(shown.map((events) => events.map(told))).toEqual([[started, trouble]]);
        await ask("hello");
        expect(await ask("/save")).toEqual([
          "This session is kept in memory only. /save PATH writes it into a file.",
        ]);
        expect(await ask("/sessions")).toEqual([expect.stringMatching(/^ENOTDIR/)]);
        const copy = join(workspaceRoot, "copy.jsonl");
        expect(await ask("/save copy.jsonl")).toEqual([
          `Saved in ${copy}. /load goes on from there.`,
        ]);
        const isKept = ({ type }: SessionEvent) => type !== "assistant.delta";
        expect(await readLog(copy)).toEqual(
          [...(shown[0] ?? []), ...heard.filter(isKept)].slice(0, -1),
        );
        // a copy would have to be kept
        const session = host.session();
        expect(await ask("/load copy.jsonl")).toEqual([expect.stringMatching(/^ENOTDIR/)]);
        expect(host.session()).toBe(session);
        await ask("/reset");
        expect(shown.at(-1)?.map(told)).toEqual([started, trouble]);
        expect(told(heard.at(-1) as SessionEvent)).toBe("notice A new session.");
      });
    });
  });
});
