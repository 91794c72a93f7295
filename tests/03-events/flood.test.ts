import { expect, it } from "vitest";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { sized } from "../support/deep.ts";
import { trace } from "../support/trace.ts";

it("TOL-05 is a few events for a flood, and no more text than the model reads", async () => {
  const args = JSON.stringify({ command: `timeout ${sized(0.4, 1)} yes` });
  const responses = [answer(call("call_1", "run_command", args)), answer(say("ok"))];
  const script = { name: "own", shows: "", from: 3, user: "go", responses };
  const { events } = await trace("03-events", script);
  const progress = events.filter((event) => event.type === "tool.progress");
  const shown = progress.map((event) => ("text" in event ? event.text : "")).join("");
  expect(progress.length).toBeLessThan(20);
  expect(shown).toBe("y\n".repeat(16 * 1024));
});
