import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, call, notes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { inPlace } from "../07-sessions/kept.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { runNode } from "../support/run-one-turn.ts";
import { bodies, efforts, script, withheld } from "./phased.ts";

describe("the program", () => {
  it("begins in the phase that is asked for, and goes on in the one that it is told", async () => {
    const scenario = {
      ...script(
        answer(call("c1", "run_command", '{"command":"echo x>a.txt"}')),
        answer(say("Done.")),
      ),
      files: notes,
    };
    await inPlace(scenario, async (place) => {
      const { rehearsal, folder, workspaceRoot } = place;
      const lines = [
        "one",
        "/phase",
        "/metrics off",
        "/phase build",
        "/reasoning off",
        "two",
        "/phase no",
      ];
      const ran = await runNode(
        [...chapterProgram("13-phases"), "--allow-commands", "--phase", "plan"],
        {
          input: `${lines.join("\n")}\n`,
          cwd: workspaceRoot,
          env: { XDG_STATE_HOME: folder, OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" },
        },
      );
      expect({ ...ran, stdout: ran.stdout.replace(/^meta> .*/gm, "meta>").split("\n") }).toEqual({
        code: 0,
        stderr: "",
        stdout: [
          "you> one",
          'tool> run_command {"command":"echo x>a.txt"}',
          `      failed: ${withheld("plan")}`,
          ...["Done.", "meta>"],
          "note> The phase is plan, the reasoning effort is high.",
          "note> No line tells what a turn cost.",
          "note> From now on build, with reasoning effort medium. All tools are there.",
          "note> From now on build, with reasoning effort off. All tools are there.",
          "you> two",
          'tool> run_command {"command":"echo x>a.txt"}',
          "      [exit code 0]",
          "Done.",
          'note> /phase takes plan, build, review, not "no".',
          "",
        ],
      });
      expect(await readdir(workspaceRoot)).toEqual(["a.txt", "notes.txt"]);
      expect(await readFile(join(workspaceRoot, "notes.txt"), "utf8")).toBe("buy milk");
      expect(efforts(bodies(place))).toEqual(["high", "high", "-", "-"]);
    });
  });

  it("begins in it with the session of the start, and leaves another in its own", async () => {
    await inPlace(script(answer(say("Done."))), async ({ rehearsal, folder, workspaceRoot }) => {
      const start = async (args: string[], lines: string[]) => {
        const { stdout } = await runNode([...chapterProgram("13-phases"), ...args], {
          input: `${lines.join("\n")}\n`,
          cwd: workspaceRoot,
          env: { XDG_STATE_HOME: folder, OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" },
        });
        return stdout.split("\n").filter((each) => /The phase is/.test(each));
      };
      const path = join(folder, "s.jsonl");
      const said = (phase: string, effort: string) =>
        `note> The phase is ${phase}, the reasoning effort is ${effort}.`;
      await start(["--session", path], ["one"]);
      expect(await start(["--phase", "plan"], ["/phase", `/load ${path}`, "/phase"])).toEqual([
        ...[said("plan", "high"), said("build", "medium")],
      ]);
      expect(await start(["--session", path, "--phase", "plan"], ["/phase"])).toEqual([
        said("plan", "high"),
      ]);
    });
  });
});
