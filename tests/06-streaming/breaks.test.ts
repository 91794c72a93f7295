import { describe, expect, it } from "vitest";
import type { Fault, Scenario } from "../../shared/rehearsal/scenario.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { deep } from "../support/deep.ts";
import { trace } from "../support/trace.ts";

const chapter = "06-streaming";

describe.concurrent("a response that breaks off", () => {
  const command = { command: "echo ran > ran.txt" };
  const output = [
    { type: "reasoning", text: "I see." },
    say("I run it."),
    call("call_1", "run_command", JSON.stringify(command)),
  ] as const;
  const faults: Fault[] = [
    "stream-ends-early",
    "error-event",
    "reset-mid-body",
    "broken-json",
    "response-failed",
  ];

  it.each(deep ? faults : faults.slice(0, 1))(
    "runs no call, wherever it breaks off, and the next turn is like any other: %s",
    async (fault) => {
      const whole = await trace(chapter, script([answer(...output), answer(say("Done."))]));
      expect(whole.lines.filter((each) => each.startsWith("tool."))).toHaveLength(2);
      const pieces = whole.lines
        .filter((each) => /^(reasoning|assistant)\.delta/.test(each))
        .slice(0, 7);
      const types = whole.wire.map((entry) => entry.wire === "event" && Object(entry.data).type);
      const final = types.indexOf("response.completed") - types.indexOf("response.created");
      const seen = new Set<string>();
      for (let after = 0; after <= final; after++) {
        const scenario = script([{ output: [...output], fault, after }]);
        const { lines, inputs } = await trace(chapter, scenario, ["go", "again"]);
        const [first, second] = [lines.slice(0, lines.length / 2), lines.slice(lines.length / 2)];
        const deltas = first.filter((each) => /^(reasoning|assistant)\.delta/.test(each));
        const text = deltas
          .flatMap((each) => each.match(/^assistant\.delta (.*)/s)?.[1] ?? [])
          .join("");
        expect(deltas).toEqual(pieces.slice(0, deltas.length));
        expect(first).toEqual([
          "turn.started",
          "user.message go",
          ...deltas,
          ...(text ? [`assistant.interrupted ${text}`] : []),
          expect.stringMatching(/^turn\.failed \S/),
        ]);
        expect(second).toEqual(first.with(1, "user.message again"));
        expect(inputs[1]).toEqual([
          { role: "user", content: "go" },
          { role: "user", content: "again" },
        ]);
        seen.add(deltas.join());
      }
      expect(seen.size).toBe(pieces.length + 1);
    },
  );
});

function script(responses: Scenario["responses"]): Scenario {
  const files = { "notes.txt": "buy milk" };
  return { name: "own", shows: "", from: 6, user: "go", files, responses };
}
