import { describe, expect, it } from "vitest";
import { runOneTurnAgain } from "../support/run-again.ts";

describe("one-turn trace --cancel-after", () => {
  it("cancels the turn at the first event of this type, and exits with 1", async () => {
    const scenario = ["trace", "09", "--scenario", "slow"];
    const ran = await runOneTurnAgain([...scenario, "--cancel-after", "assistant.delta"]);
    expect(ran).toEqual({
      code: 1,
      stdout: `${[
        "  1 ● turn.started",
        "  2 » user.message               hello",
        '  3 « assistant.delta            "Sorry"',
        "  4 « assistant.interrupted      Sorry",
        "  5 ● turn.cancelled             The user cancelled the turn.",
      ].join("\n")}\n`,
      stderr: "",
    });
    const asJson = [...scenario, "--cancel-after", "assistant.delta", "--json"];
    const lines = (await runOneTurnAgain(asJson)).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).type)).toEqual([
      "turn.started",
      "user.message",
      "assistant.delta",
      "assistant.interrupted",
      "turn.cancelled",
    ]);
  });

  it("cancels nothing where there is no such event", async () => {
    const args = ["trace", "09", "--scenario", "greeting", "--cancel-after", "tool.started"];
    const ran = await runOneTurnAgain(args);
    expect({ code: ran.code, last: ran.stdout.trimEnd().split("\n").at(-1) }).toEqual({
      code: 0,
      last: " 12 ● turn.completed",
    });
  });

  const wrong: [args: string[], message: RegExp][] = [
    [
      ["08", "hello", "--cancel-after", "assistant.delta"],
      /^one-turn: A turn can be cancelled from chapter 09 on: see --cancel-after\.$/,
    ],
    [
      ["09", "hello", "--cancel-after", "nonsense"],
      /^one-turn: No turn has an event "nonsense"\. Use one of: turn\.started, user\.message, .*assistant\.delta, .*\.$/,
    ],
    [["09", "hello", "--cancel-after", "turn.metrics"], /^one-turn: No turn has an event "turn\./],
    [["09", "hello", "--cancel-after"], /argument missing/],
  ];

  it.each(wrong)("answers %j with one line and exit code 1", async (args, message) => {
    const ran = await runOneTurnAgain(["trace", ...args]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: "" });
    expect(ran.stderr.trimEnd()).toMatch(message);
  });
});
