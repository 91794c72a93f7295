import { existsSync, realpathSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openLog } from "../../chapters/07-sessions/open-log.ts";
import { listSessions, sessionFolder } from "../../chapters/07-sessions/session-folder.ts";
import { openSessionLog } from "../../chapters/07-sessions/session-store.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { writeWorkspace } from "../support/trace.ts";
import { faultsOf, inPlace, type Place, readLog, runTurns } from "./kept.ts";
import { runProgram } from "./program.ts";

afterEach(() => vi.unstubAllEnvs());

const greeting = findScenario("greeting");

describe("the program", () => {
  it("goes on where it ended, on the screen and in the model's memory", async () => {
    await inPlace(greeting, async (place) => {
      place.rehearsal.play(undefined);
      const first = await runProgram(place, [], { input: "read notes.txt\nI like figs\n" });
      expect(first).toMatchObject({ code: 0, stderr: "" });
      const [path = ""] = await sessionsOf(place);

      const again = await runProgram(place, ["--resume"], { input: "what did I say\n" });
      const recalled = "you> what did I say\nYou said: I like figs\n";
      expect(again).toEqual({
        code: 0,
        stderr: "",
        stdout: `${first.stdout}note> The session goes on.\n${recalled}`,
      });
      expect(await sessionsOf(place)).toEqual([path]);

      const events = await readLog(path);
      expect(faultsOf(events)).toEqual([]);
      expect(events.filter(({ type }) => type === "session.resumed")).toHaveLength(1);
    });
  });

  it("resumes the session that is asked for, of this folder and no other", async () => {
    await inPlace(greeting, async (place) => {
      vi.stubEnv("XDG_STATE_HOME", place.folder);
      const workspaceRoot = await writeWorkspace({});
      const other = { ...place, workspaceRoot };
      await runTurns(place, newSession(place), ["one"]);
      await setTimeout(10);
      await runTurns(place, newSession(place), ["two"]);
      const [older = "", newer = ""] = await sessionsOf(place);
      const [second, named, ninth] = await Promise.all([
        runProgram(place, ["--resume", "2"]),
        runProgram(place, ["--session", newer]),
        runProgram(place, ["--resume", "9"], { input: "hello\n" }),
      ]);
      const log = openSessionLog(newer);
      expect(await runProgram(place, ["--session", newer], { input: "hello\n" })).toEqual({
        code: 1,
        stdout: "",
        stderr: `This session is open in another process (${process.pid}). End that one, or begin a new session.\n`,
      });
      log.close();
      const refused = await runProgram(other, ["--session", older], { input: "hello\n" });
      expect(second.stdout).toBe(
        "you> one\nHello! What shall we build?\nnote> The session goes on.\n",
      );
      expect(named.stdout).toMatch(/^you> two\n/);
      const failed = { code: 1, stdout: "" };
      const elsewhere = `This session belongs to the folder ${place.workspaceRoot}. Start the program there.\n`;
      expect([ninth, refused]).toEqual([
        {
          ...failed,
          stderr: "There is no session 9: 1 is the one used last, and this folder has 2.\n",
        },
        { ...failed, stderr: elsewhere },
      ]);
      await runTurns(other, newSession(other), ["three"]);
      const folders = await readdir(join(place.folder, "one-turn", "sessions"));
      expect(folders).toHaveLength(2);
      expect([...listSessions(sessionFolder(workspaceRoot))]).toHaveLength(1);
      await rm(workspaceRoot, { recursive: true });
    });
  });
});

it.each(["", "state"])("APP-07 keeps no session within reach of the tools: %j", async (below) => {
  await inPlace(greeting, async (place) => {
    const workspaceRoot = realpathSync(place.workspaceRoot);
    vi.stubEnv("XDG_STATE_HOME", join(place.workspaceRoot, below));
    const said: string[] = [];
    const log = openLog(["node", "main"], workspaceRoot, (trouble) => said.push(trouble));
    const folder = join(workspaceRoot, below, "one-turn", "sessions");
    expect(said).toEqual([
      `No session can be kept (the tools of the workspace ${workspaceRoot} reach ${folder}${sep}${said[0]?.match(/[\w.-]+(?=\)\.$)/)}).`,
    ]);
    expect([log.isKept(), existsSync(folder)]).toEqual([false, false]);
  });
});

/** The path of a session that the program would begin there. */
function newSession({ workspaceRoot }: Place): string {
  const log = openLog(["node", "main"], workspaceRoot);
  log?.close();
  return log?.path ?? "";
}

async function sessionsOf(place: Place): Promise<string[]> {
  const folder = join(place.folder, "one-turn", "sessions");
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}
