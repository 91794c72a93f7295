import { describe, expect, it } from "vitest";
import { runOneTurnAgain } from "../support/run-again.ts";

describe("one-turn trace --approve", () => {
  const decisions: [approve: string, resolved: string, end: string][] = [
    ["once", '"decision":"once"', "tool.finished"],
    ["session", '"decision":"session"', "tool.finished"],
    ["deny", '"decision":"deny"', "tool.failed"],
  ];

  it.each(decisions)("answers each call that asks with %s", async (approve, resolved, end) => {
    const args = ["trace", "14", "--scenario", "edit-file", "--approve", approve, "--json"];
    const ran = await runOneTurnAgain(args);
    const lines = ran.stdout.trimEnd().split("\n");
    const at = lines.findIndex((each) => JSON.parse(each).type === "approval.requested");
    expect(lines.slice(at - 1, at + 3).map((each) => JSON.parse(each).type)).toEqual([
      ...["tool.started", "approval.requested", "approval.resolved"],
      end,
    ]);
    expect(lines[at + 1]).toContain(resolved);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
  });

  const wrong: [args: string[], message: RegExp][] = [
    [
      ["13", "hello", "--approve", "once"],
      /^one-turn: Calls ask from chapter 14 on: see --approve\.$/,
    ],
    [
      ["14", "hello", "--approve", "maybe"],
      /^one-turn: --approve takes once, session, deny, not "maybe"\.$/,
    ],
    [["14", "hello", "--approve"], /argument missing/],
  ];

  it.each(wrong)("answers %j with one line and exit code 1", async (args, message) => {
    const ran = await runOneTurnAgain(["trace", ...args]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: "" });
    expect(ran.stderr.trimEnd()).toMatch(message);
  });
});
