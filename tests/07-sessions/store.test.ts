import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, symlinkSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openLog } from "../../chapters/07-sessions/open-log.ts";
import { openSessionLog, type SessionLog } from "../../chapters/07-sessions/session-store.ts";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { asNobody } from "../support/as-nobody.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { sized } from "../support/deep.ts";
import { cleanEnvironment } from "../support/run-one-turn.ts";
import { faultsOf, inPlace, readLog, runTurns } from "./kept.ts";

afterEach(() => vi.unstubAllEnvs());

const header = { sessionId: "id_1", turnId: "id_2", at: "2026-01-01T00:00:00.000Z" };

function said(sequence: number, text = "hello"): SessionEvent {
  return { type: "user.message", text, ...header, sequence };
}

const greeting = findScenario("greeting");

describe("what is kept", () => {
  it("is every event but the pieces, one a line, in order", async () => {
    await inPlace(findScenario("run-command"), async (place) => {
      const path = join(place.folder, "s.jsonl");
      const { events } = await runTurns(place, path, ["go"]);
      const kept = await readLog(path);
      expect(kept[0]).toEqual({
        type: "session.started",
        version: 1,
        workspaceRoot: place.workspaceRoot,
        sessionId: kept[1]?.sessionId,
        sequence: 1,
        at: "2026-01-01T00:00:00.000Z",
      });
      expect(kept.slice(1)).toEqual(events.filter(({ type }) => !type.endsWith(".delta")));
      expect(events.some(({ type }) => type === "assistant.delta")).toBe(true);
      expect(kept.filter(({ type }) => type === "tool.progress")).toHaveLength(2);
    });
  });

  it("is nothing of a session in which nothing was said", async () => {
    await inPlace(greeting, async (place) => {
      await runTurns(place, join(place.folder, "s.jsonl"), []);
      expect(await readdir(place.folder)).toEqual([]);
    });
  });

  it("is read again before it is written, for the screen", async () => {
    await inPlace(greeting, async (place) => {
      const path = join(place.folder, "s.jsonl");
      const log = openSessionLog(path);
      const { turnId, ...ofNoTurn } = header;
      const resumed = {
        type: "session.resumed",
        notices: [],
        ...ofNoTurn,
        sequence: 1,
      } satisfies SessionEvent;
      log.append(resumed);
      expect([...log.read()]).toEqual([resumed]);
      log.append(said(2));
      expect([...log.read()]).toEqual([resumed, said(2)]);
      log.close();
      expect(await readLog(path)).toEqual([resumed, said(2)]);
    });
  });

  it.each(["000", "022"])("is for its owner alone, under umask %s", async (umask) => {
    await inPlace(greeting, async ({ folder, workspaceRoot }) => {
      vi.stubEnv("XDG_STATE_HOME", folder);
      const before = process.umask(Number.parseInt(umask, 8));
      const log = openLog(["node", "main"], workspaceRoot) as SessionLog;
      log.append(said(1));
      process.umask(before);
      const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
      expect([mode(log.path), mode(`${log.path}.lock`)]).toEqual(["600", "600"]);
      expect(mode(join(log.path, ".."))).toBe("700");
      log.close();
    });
  });

  it("is for its owner alone when it was for everyone", async () => {
    await inPlace(greeting, async ({ folder }) => {
      const path = join(folder, "s.jsonl");
      await writeFile(path, `${JSON.stringify(said(1))}\nnot json\n`, { mode: 0o644 });
      const log = openSessionLog(path);
      log.append(said(2));
      log.close();
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(`${path}.damaged`).mode & 0o777).toBe(0o600);
    });
  });
});

describe("a key", () => {
  const own = "own-key-of-this-process-1234";
  const likeKeys = [
    `sk-proj-${"a1".repeat(12)}`,
    `sk-${"b2".repeat(16)}`,
    `AIza${"c3".repeat(16)}`,
  ];
  const shown = [own, ...likeKeys];

  it("is never kept, wherever it stands", async () => {
    vi.stubEnv("OPENAI_API_KEY", own);
    const text = `${shown.join(" ")}\n${shown.join("\n")}\t${shown.join("\t")}="${shown.join('"')}`;
    const command = JSON.stringify({ command: `cat notes.txt; echo '${text}' >&2` });
    const scenario: Scenario = {
      name: "own",
      shows: "",
      from: 7,
      user: "",
      files: { "notes.txt": text },
      responses: [
        answer(say(text), readNotes("call_1"), call("call_2", "run_command", command)),
        answer(call("call_3", text, "{}")),
        answer(say("Done.")),
      ],
    };
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "s.jsonl");
      await runTurns(place, path, [text]);
      const kept = await readFile(path, "utf8");
      expect(shown.filter((key) => kept.includes(key))).toEqual([]);
      expect(faultsOf(await readLog(path))).toEqual([]);
      const asked = (await readLog(path)).find(({ type }) => type === "user.message");
      expect(Object(asked).text).toMatch(/^\[key removed\] \[key removed\]/);
    });
  });

  it("of eight characters is removed too, also from the id of a call: the pair stays a pair", async () => {
    vi.stubEnv("OPENAI_API_KEY", "k7-short");
    const id = (number: number) => `call-k7-short-${number}`;
    const scenario: Scenario = {
      ...{ name: "own", shows: "", from: 7, user: "go", files: { "notes.txt": "buy milk" } },
      responses: [
        answer(say("It is k7-short."), readNotes(id(1)), readNotes(id(2))),
        answer(say("Done.")),
      ],
    };
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "s.jsonl");
      await runTurns(place, path, ["go"]);
      expect(await readFile(path, "utf8")).not.toContain("k7-short");
      expect(faultsOf(await readLog(path))).toEqual([]);
      const { inputs } = await runTurns(place, path, ["again"]);
      const ids = (inputs[0] ?? []).flatMap(({ call_id }) => (call_id ? [call_id] : []));
      const [one, two] = ["call-key_removed-1", "call-key_removed-2"];
      expect(ids).toEqual([one, two, one, two]);
    });
  });

  it("is none where it is a word, or where the model has to hear it again", async () => {
    vi.stubEnv("OPENAI_API_KEY", "ollama");
    await inPlace(greeting, async ({ folder }) => {
      const path = join(folder, "s.jsonl");
      const log = openSessionLog(path);
      const reasoning = { type: "reasoning" as const, id: "rs_1", summary: [] };
      const encrypted_content = `gAAAA-sk-${"d4".repeat(20)}`;
      const kept: SessionEvent[] = [
        said(1, "an ollama of a risk-assessment-of-everything"),
        {
          type: "model.responded",
          items: [{ ...reasoning, encrypted_content }],
          ...header,
          sequence: 2,
        },
        said(3, "sk-learn-pipeline-notes.md, sk_stream_wait_connect, hf_transfer_enable_now"),
      ];
      for (const event of kept) log.append(event);
      log.close();
      expect(await readLog(path)).toEqual(kept);
    });
  });
});

describe("a session that is open", () => {
  it("is refused by another name of its file too", async () => {
    await inPlace(greeting, async ({ folder }) => {
      const path = join(folder, "s.jsonl");
      const first = openSessionLog(path);
      first.append(said(1));
      symlinkSync(path, join(folder, "link.jsonl"));
      expect(() => openSessionLog(join(folder, "link.jsonl"))).toThrow(/^This session is open in/);
      first.close();
    });
  });

  it("has to be a file", async () => {
    await inPlace(greeting, async ({ folder }) => {
      for (const path of [folder, "/dev/null"]) {
        expect(() => openSessionLog(path)).toThrow(new Error(`${path} is not a file.`));
      }
    });
  });

  it("is taken over by one of twenty that find a dead lock", { timeout: 60_000 }, async () => {
    await inPlace(greeting, async ({ folder }) => {
      const path = join(folder, "s.jsonl");
      await writeFile(`${path}.lock`, '{"pid":999999,"started":"1"}');
      const program = bundleProgram(projectRoot(), "tests/07-sessions/hold.ts");
      const children = Array.from({ length: sized(5, 20) }, () =>
        spawn(process.execPath, [program, path], { stdio: ["pipe", "pipe", "inherit"] }),
      );
      const said = await Promise.all(
        children.map(async (child) => String((await once(child.stdout, "data"))[0])),
      );
      for (const child of children) child.stdin.end();
      expect(said.filter((each) => each === "held")).toHaveLength(1);
      expect(said.filter((each) => each === "refused")).toHaveLength(children.length - 1);
    });
  });

  it("is refused to a second process, with the one that holds it", async () => {
    await inPlace(greeting, async ({ folder }) => {
      const path = join(folder, "s.jsonl");
      const log = openSessionLog(path);
      log.append(said(1));
      const refusal = `This session is open in another process (${process.pid}). End that one, or begin a new session.`;
      expect(() => openSessionLog(path)).toThrow(refusal);
      log.append(said(2));
      log.close();
      const next = openSessionLog(path);
      expect([...next.read()]).toEqual([said(1), said(2)]);
      next.close();
    });
  });

  it("is taken over from a process that is dead, or is another one by now", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    const left = [
      JSON.stringify({ pid: child.pid, started: "1" }),
      JSON.stringify({ pid: process.pid, started: "1" }),
      JSON.stringify({ pid: 1, started: "of another boot" }),
      ...["", "garbage", "null", "[]", '{"pid":"x"}', '{"pid":0}', '{"pid":1e99}', '{"pid":-1}'],
    ];
    await inPlace(greeting, async ({ folder }) => {
      const path = join(folder, "s.jsonl");
      for (const lock of left) {
        await writeFile(`${path}.lock`, lock);
        const log = openSessionLog(path);
        expect(() => openSessionLog(path)).toThrow(`(${process.pid})`);
        log.close();
        expect(existsSync(`${path}.lock`)).toBe(false);
      }
    });
  });
});

describe("a session that can't be kept", () => {
  it("says so once, and goes on: its folder is gone", async () => {
    await inPlace(greeting, async (place) => {
      const path = join(place.folder, "gone", "s.jsonl");
      await mkdir(join(place.folder, "gone"));
      const troubles: string[] = [];
      const log = openSessionLog(path, (trouble) => troubles.push(trouble));
      log.append(said(1));
      await rm(join(place.folder, "gone"), { recursive: true });
      log.append(said(2));
      log.append(said(3));
      log.close();
      expect(troubles).toEqual([
        `This session is not kept any more: ${path} can't be written (the file was deleted or emptied).`,
      ]);
      const { events, said: told } = await runTurns(place, path, ["hello", "hello"]);
      expect(events.filter(({ type }) => type === "turn.completed")).toHaveLength(2);
      expect(told).toEqual([
        expect.stringMatching(
          /^This session is not kept any more: .* can't be written \(ENOENT.*\)\.$/,
        ),
      ]);
    });
  });

  it("says so once, and goes on: its folder may only be read", async () => {
    await inPlace(findScenario("two-calls"), async (place) => {
      const path = join(place.folder, "s.jsonl");
      await runTurns(place, path, ["hello"]);
      const whole = await readFile(path, "utf8");
      // the second call never ended
      const lines = whole.split(/(?<=\n)/).slice(0, 7);
      await writeFile(path, lines.join(""));
      await chmod(path, 0o444);
      await chmod(place.folder, 0o555);
      await chmod(place.workspaceRoot, 0o755);
      await asNobody(async () => {
        const { events, inputs, said: told } = await runTurns(place, path, ["again"]);
        expect(events.at(-1)?.type).toBe("turn.completed");
        expect(told).toEqual([
          expect.stringMatching(/^This session is not kept any more: .*EACCES/),
        ]);
        expect(inputs).toHaveLength(2);
      });
      await chmod(place.folder, 0o700);
      expect(await readdir(place.folder)).toEqual(["s.jsonl"]);
      expect(await readFile(path, "utf8")).toBe(lines.join(""));
    });
  });

  it("still gives a screen what has happened since", async () => {
    await inPlace(greeting, async ({ folder }) => {
      const log = openSessionLog(join(folder, "gone", "s.jsonl"), () => {});
      log.append(said(1));
      expect([...log.read()]).toEqual([said(1)]);
      log.close();
    });
  });

  it("lets go of a lock that it may not remove", async () => {
    await inPlace(greeting, async ({ folder }) => {
      await chmod(folder, 0o777);
      await asNobody(async () => {
        const log = openSessionLog(join(folder, "s.jsonl"));
        log.append(said(1));
        process.seteuid?.(0);
        await chmod(folder, 0o555);
        process.seteuid?.(65534);
        log.close();
      });
    });
  });

  it("leaves no half of a line when the disk is full", async () => {
    await inPlace(greeting, async ({ folder, workspaceRoot, rehearsal }) => {
      const path = join(folder, "s.jsonl");
      // a limit in blocks of 512 or 1024 bytes; without a handler its signal ends a process
      const handler = "data:text/javascript,process.on('SIGXFSZ',()=>{})";
      const program = ["--import", handler, ...chapterProgram("07-sessions"), "--session", path];
      const child = spawn(
        "sh",
        ["-c", 'ulimit -f 8; exec "$0" "$@"', process.execPath, ...program],
        {
          cwd: workspaceRoot,
          env: {
            ...cleanEnvironment(),
            ...{ XDG_STATE_HOME: folder, OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" },
          },
        },
      );
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text) => {
        stdout += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        stderr += text;
      });
      child.stdin.end(`hello\n${"x".repeat(10_000)}\nhello\n`);
      const [code] = await once(child, "close");
      const kept = await readLog(path);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/^This session is not kept any more: .*\(EFBIG.*\)\.\n$/),
      });
      expect(stdout.split("Hello! What shall we build?")).toHaveLength(4);
      expect(kept.map(({ type }) => type)).toEqual([
        ...["session.started", "turn.started", "user.message"],
        ...["model.responded", "assistant.message", "turn.completed", "turn.started"],
      ]);
      expect(await readdir(folder)).toEqual(["s.jsonl"]);
    });
  });
});
