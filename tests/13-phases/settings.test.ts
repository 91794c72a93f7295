import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseSettings } from "../../chapters/13-phases/choose-settings.ts";
import { presets } from "../../chapters/13-phases/providers.ts";
import { firstSettings, reduceSettings, type Settings } from "../../chapters/13-phases/settings.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/13-phases/state/reduce-session-event.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { inPlace, readLog } from "../07-sessions/kept.ts";
import { bodies, efforts, line, outputs, script, useSession, withheld } from "./phased.ts";

const before: Settings = { ...firstSettings, model: "tiny" };
const header = { sessionId: "s", sequence: 1, at: "2026-01-01T00:00:00.000Z" };

function changed(fields: Record<string, unknown>): SessionEvent {
  return { type: "phase.changed", ...header, ...fields } as unknown as SessionEvent;
}

describe("the settings of a session", () => {
  it("are a fold: the phase and the effort of the last event that says them", () => {
    expect(before).toEqual({ provider: "openai", model: "tiny", phase: "build", effort: "medium" });
    const events = [
      changed({ phase: "plan", effort: "low" }),
      { type: "provider.changed", provider: "chat", model: "other", ...header } as const,
      { type: "notice", text: "phase.changed build high", ...header } as const,
    ];
    expect(events.reduce(reduceSettings, before)).toEqual({
      ...{ provider: "chat", model: "other", phase: "plan", effort: "low" },
    });
    const notice = events.at(-1) as SessionEvent;
    expect(reduceSettings(before, notice)).toBe(before);
  });

  const odd = [undefined, null, 5, true, "", "audit", "Build", "__proto__", "toString", [], {}];

  it("never open a tool for a phase that nobody knows: that counts as one that only reads", () => {
    for (const phase of [...odd, ["build"], { toString: () => "build" }]) {
      const event = changed({ phase, effort: "low" });
      expect(reduceSettings(before, event)).toEqual({ ...before, phase: "plan", effort: "low" });
      expect(reduceSessionEvent(emptyState, event)).toEqual({ ...emptyState, phase: "plan" });
    }
    expect(reduceSettings(before, changed({}))).toEqual({
      ...before,
      phase: "plan",
      effort: "high",
    });
  });

  it("take the effort of the phase where an event has none, or one that nobody knows", () => {
    for (const effort of odd) {
      const build = reduceSettings(before, changed({ phase: "build", effort }));
      expect(build).toEqual({ ...before, phase: "build", effort: "medium" });
      const review = reduceSettings(before, changed({ phase: "review", effort }));
      expect(review).toEqual({ ...before, phase: "review", effort: "high" });
    }
  });

  it("are a part of the state only as far as a screen shows them", () => {
    const plan = reduceSessionEvent(emptyState, changed({ phase: "plan", effort: "low" }));
    expect(plan).toEqual({ ...emptyState, phase: "plan" });
    expect(reduceSessionEvent(plan, changed({ phase: "plan", effort: "high" }))).toBe(plan);
    const started = { type: "session.started", version: 1, workspaceRoot: "/", ...header } as const;
    expect(reduceSessionEvent(plan, started)).toEqual(emptyState);
  });
});

describe("a session that goes on", () => {
  const scenario = script(
    answer(call("call_1", "run_command", '{"command":"echo hi"}')),
    answer(say("Done.")),
  );
  const refused = (phase: "plan" | "review") => ({ call_1: withheld(phase) });

  it("is in the phase and the effort in which it was left", async () => {
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "session.jsonl");
      await useSession(
        place,
        async ({ run, change }) => {
          await change("review", "low");
          await run("one");
        },
        { path },
      );
      await useSession(
        place,
        async ({ session, run, change }) => {
          expect(session.settings).toEqual({ ...before, phase: "review", effort: "low" });
          await run("two");
          await change("plan", "off");
        },
        { path },
      );
      // as nothing else is asked for, nothing is recorded
      await useSession(
        place,
        async ({ session }) => {
          expect(session.settings).toEqual({ ...before, phase: "plan", effort: "off" });
        },
        { path, phase: "plan" },
      );
      // and a phase that is asked for at the start comes with its effort
      await useSession(
        place,
        async ({ session, run }) => {
          expect(session.settings).toEqual({ ...before, phase: "review", effort: "high" });
          await run("three");
        },
        { path, phase: "review" },
      );
      expect(efforts(bodies(place))).toEqual(["low", "low", "low", "low", "high", "high"]);
      const answers = bodies(place).map(outputs);
      expect([answers[1], answers[3], answers[5]]).toEqual(Array(3).fill(refused("review")));
      const kept = (await readLog(path)).filter(({ type }) => type === "phase.changed").map(line);
      expect(kept).toEqual([
        "phase.changed review low",
        "phase.changed plan off",
        "phase.changed review high",
      ]);
    });
  });
});

describe("the phase that is asked for at the start", () => {
  const choose = (...args: string[]) => chooseSettings(["node", "main", ...args], presets, {});

  it("stands beside a provider and a model, and alone", () => {
    expect(choose()).toEqual({});
    expect(choose("--phase", "plan")).toEqual({ phase: "plan" });
    expect(choose("--phase", "review", "--model", "tiny")).toEqual({
      ...{ model: "tiny", phase: "review" },
    });
  });

  it("is one that there is, or nothing starts: also where the name is missing", () => {
    const wrong: [args: string[], name: string][] = [
      [["--phase", "audit"], "audit"],
      [["--phase", "PLAN"], "PLAN"],
      [["--phase", "constructor"], "constructor"],
      [["--phase", ""], ""],
      [["--phase"], ""],
      [["--phase", "--plain"], ""],
    ];
    for (const [args, name] of wrong) {
      const message = `There is no phase "${name}". Use one of: plan, build, review.`;
      expect(() => choose(...args)).toThrow(new Error(message));
    }
  });
});
