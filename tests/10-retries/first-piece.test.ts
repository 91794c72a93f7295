import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ScriptedItem } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, inPieces, say } from "../../shared/rehearsal/scenarios/script.ts";
import { told } from "../support/turn-traces.ts";
import { LIMITED, script, wholeTurn, withSession } from "./tried.ts";

const EARLY = "The response ended in the middle: the server closed the stream too early.";
const begun = ["turn.started", "user.message go"];
const writes = call("c1", "run_command", '{"command":"echo ran >> ran.txt"}');
const wrote = [
  'tool.started c1 run_command {"command":"echo ran >> ran.txt"}',
  "tool.finished c1 run_command [exit code 0]",
];

describe.concurrent("STR-04 a stream that broke", () => {
  it("before anything of it was told is another attempt, and its call runs once", async () => {
    const broken = fail("stream-ends-early", writes);
    // behind the whole call, and without the final event
    const scenario = script({ ...broken, after: -1, times: 1 }, answer(say("Done.")));
    await withSession(scenario, async ({ run, asked, place }) => {
      expect(await run("go")).toEqual([
        ...begun,
        `model.retrying 2 1 ${EARLY}`,
        ...["model.responded function_call", ...wrote],
        ...["assistant.delta Done", "assistant.delta .", "model.responded message"],
        ...["assistant.message Done.", "turn.completed"],
      ]);
      expect(asked()).toBe(3);
      expect(await readFile(join(place.workspaceRoot, "ran.txt"), "utf8")).toBe("ran\n");
    });
  });

  it("behind a piece of its answer ends the turn, and the next answer stands alone", async () => {
    const hello = inPieces("Hel", "lo");
    const broken = { ...fail("reset-mid-body", hello, writes), after: 5, times: 1 };
    await withSession(script(broken), async ({ run, asked, events, place }) => {
      expect(await run("go")).toEqual([
        ...begun,
        "assistant.delta Hel",
        "assistant.interrupted Hel",
        expect.stringMatching(/^turn\.failed The connection to .* was lost in the middle/),
      ]);
      expect(asked()).toBe(1);
      place.rehearsal.play(script(answer(hello)));
      expect(await run("again")).toEqual([
        ...["turn.started", "user.message again", "assistant.delta Hel", "assistant.delta lo"],
        ...["model.responded message", "assistant.message Hello", "turn.completed"],
      ]);
      expect(asked()).toBe(2);
      expect(events.filter(({ type }) => type.startsWith("tool."))).toEqual([]);
    });
  });

  it("behind a piece of its reasoning ends the turn too", async () => {
    const thinks = {
      type: "reasoning" as const,
      text: "Well.",
      pieces: ["We", "ll."],
    } satisfies ScriptedItem;
    const scenario = script({ ...fail("stream-ends-early", thinks, say("Yes.")), after: 5 });
    await withSession(scenario, async ({ run, asked }) => {
      expect(await run("go")).toEqual([
        ...[...begun, "reasoning.delta We"],
        `turn.failed ${EARLY}`,
      ]);
      expect(asked()).toBe(1);
    });
  });

  it("with a failed response before its first piece is another attempt: STR-02", async () => {
    for (const fault of ["response-failed", "error-event"] as const) {
      const scenario = script({ ...fail(fault, say("Yes.")), after: 2, times: 1 });
      await withSession(scenario, async ({ run, asked, events }) => {
        const lines = await run("go");
        expect(lines.slice(3)).toEqual([
          ...["assistant.delta Yes", "assistant.delta .", "model.responded message"],
          ...["assistant.message Yes.", "turn.completed"],
        ]);
        expect(events[2]).toMatchObject({ type: "model.retrying", attempt: 2, delayMs: 1 });
        expect(asked()).toBe(2);
      });
    }
  });

  it("in the second step leaves the first: its call is not run again", async () => {
    const broken = { ...fail("status-500", say("Done.")), times: 2 };
    await withSession(script(answer(writes), broken), async ({ run, asked, events, place }) => {
      await run("go");
      expect(events.map(told).filter((line) => /^(?:tool|model)/.test(line))).toEqual([
        ...["model.responded function_call", ...wrote],
        "model.retrying 2 1 500 The server had an error while processing your request.",
        "model.retrying 3 2 500 The server had an error while processing your request.",
        "model.responded message",
      ]);
      expect(asked()).toBe(4);
      expect(await readFile(join(place.workspaceRoot, "ran.txt"), "utf8")).toBe("ran\n");
    });
  });

  it("is not one that fell silent: that has taken its time already", async () => {
    const silent = findScenario("stall");
    await withSession(silent, async ({ run, asked, place }) => {
      const lines = await run("hello");
      expect(lines.at(-1)).toMatch(/^turn\.failed Nothing more came from .* for 0\.3 s/);
      expect(asked()).toBe(1);
      place.rehearsal.play(findScenario("greeting"));
      expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
    });
  });
});

describe("a limit of requests", () => {
  it("is waited for as long as the server says: rate-limited", async () => {
    await withSession(findScenario("rate-limited"), async ({ run, asked }) => {
      expect(await run("hello")).toEqual([
        ...["turn.started", "user.message hello", `model.retrying 2 1000 ${LIMITED}`],
        ...["assistant.delta Hello", "assistant.delta  again", "assistant.delta ."],
        ...["model.responded message", "assistant.message Hello again.", "turn.completed"],
      ]);
      expect(asked()).toBe(2);
    });
  });
});
