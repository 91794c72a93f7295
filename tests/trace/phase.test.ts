import { describe, expect, it } from "vitest";
import { runOneTurnAgain } from "../support/run-again.ts";

describe("one-turn trace --phase", () => {
  const types = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type);

  it("takes the turn in this phase: the call that it withholds fails, and says so", async () => {
    const args = ["trace", "13", "--scenario", "run-command", "--phase", "plan", "--json"];
    const ran = await runOneTurnAgain(args);
    const first = JSON.parse(ran.stdout.split("\n")[0] ?? "{}");
    expect([first.sequence, first.phase, first.effort]).toEqual([1, "plan", "high"]);
    const failed = ran.stdout.split("\n").find((line) => line.includes("tool.failed")) ?? "{}";
    const { type, callId, name, error } = JSON.parse(failed);
    expect({ code: ran.code, stderr: ran.stderr, type, callId, name, error }).toEqual({
      ...{ code: 0, stderr: "", type: "tool.failed", callId: "call_1", name: "run_command" },
      error:
        "Not run: in the phase plan nothing is changed, and run_command is not there. The user can change the phase with /phase build.",
    });
    expect(types(ran.stdout).filter((each) => each !== "assistant.delta")).toEqual([
      ...["phase.changed", "turn.started", "user.message", "model.requested", "model.responded"],
      ...["tool.started", "tool.failed", "model.requested", "model.responded"],
      ...["assistant.message", "turn.metrics", "turn.completed"],
    ]);
  });

  it("is as without it in build", async () => {
    const args = ["trace", "13", "--scenario", "read-file", "--json"];
    const [plain, build] = [
      await runOneTurnAgain(args),
      await runOneTurnAgain([...args, "--phase", "build"]),
    ];
    expect(types(build.stdout)).toEqual(types(plain.stdout));
    expect(build.code).toBe(0);
  });

  const wrong: [args: string[], message: RegExp][] = [
    [
      ["12", "hello", "--phase", "plan"],
      /^one-turn: There are phases from chapter 13 on: see --phase\.$/,
    ],
    [
      ["13", "hello", "--phase", "audit"],
      /^one-turn: There is no phase "audit"\. Use one of: plan, build, review\.$/,
    ],
    [["13", "hello", "--phase"], /argument missing/],
  ];

  it.each(wrong)("answers %j with one line and exit code 1", async (args, message) => {
    const ran = await runOneTurnAgain(["trace", ...args]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: "" });
    expect(ran.stderr.trimEnd()).toMatch(message);
  });
});
