import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario, scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import {
  answer,
  call,
  fail,
  notes,
  readNotes,
  say,
} from "../../shared/rehearsal/scenarios/script.ts";
import { tracedProviders } from "../../shared/trace/load-chapter.ts";
import { deep } from "../support/deep.ts";
import { trace } from "../support/trace.ts";
import { turnTraces } from "../support/turn-traces.ts";
import { chatTraces } from "./chat-traces.ts";
import { line, linesWithCosts, seams, whole, withSession } from "./played.ts";

const chapter = "12-providers";
const retries = { firstDelayMs: 1, longestDelayMs: 1000 };

describe.concurrent("a server that speaks chat completions in its own way", () => {
  it("has a turn that is written down", () => {
    const names = scenarios.flatMap(({ name }) => (name.startsWith("chat-") ? [name] : []));
    expect(Object.keys(chatTraces).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(chatTraces))("is understood: %s", async (name, { turn, asWhole }) => {
    const scenario = findScenario(name);
    const expected = linesWithCosts(turn);
    const ofWhole = whole(linesWithCosts(asWhole ?? turn));
    await withSession(scenario, seams.chat, async ({ run }) => {
      expect(await run(scenario.user)).toEqual(expected);
      // and what is kept of it is taken
      expect(await run(scenario.user)).toEqual(expected);
    });
    await withSession(scenario, seams["chat whole"], async ({ run }) => {
      expect(await run(scenario.user)).toEqual(ofWhole);
    });
  });
});

/** The words of vocabulary.md for what a front end shows. */
const chunkOf: Partial<Record<SessionEvent["type"], string>> = {
  "assistant.delta": "message",
  "reasoning.delta": "reasoning",
  "model.retrying": "error",
  "turn.failed": "error",
  "tool.started": "tool_call_start",
  "tool.failed": "tool_call_error",
  "tool.finished": "tool_call_result",
  "turn.completed": "end",
};

it("every kind of chunk comes over the chat wire", async () => {
  const scenario: Scenario = {
    ...{ name: "own", shows: "", from: 12, user: "go", files: notes },
    responses: [
      answer(
        { type: "reasoning", text: "Hm." },
        say("Wait."),
        readNotes("call_1"),
        call("call_2", "fly", "{}"),
      ),
      { ...fail("status-503", say("Milk.")), times: 1, retryAfter: "0" },
    ],
  };
  const kinds = (events: SessionEvent[]) =>
    events.flatMap((event) => {
      const kind = chunkOf[event.type];
      return kind ? [`${kind} ${line(event).split(" ").slice(1, 3).join(" ")}`] : [];
    });
  const { events } = await trace(chapter, scenario, undefined, { provider: "chat", retries });
  expect(kinds(events)).toEqual([
    ...["reasoning Hm", "reasoning ."],
    ...["message Wait", "message ."],
    ...[
      "tool_call_start call_1 read_workspace_file",
      "tool_call_result call_1 read_workspace_file",
    ],
    ...["tool_call_start call_2 fly", "tool_call_error call_2 fly"],
    "error 2 0",
    ...["message Milk", "message ."],
    "end ",
  ]);
  const failed = await trace(chapter, "model-error", undefined, { provider: "chat", retries });
  expect(kinds(failed.events)).toEqual(["error 401 Incorrect"]);
});

describe.concurrent("a turn that is written down for no wire", () => {
  it.each(others())("is the same at every provider: $name", async (scenario) => {
    const [openai, stored, chat] = await Promise.all(
      tracedProviders.map(async (provider) => {
        const { events } = await trace(chapter, scenario, undefined, { provider, retries });
        return events.map(line);
      }),
    );
    expect(openai?.at(-1)).toMatch(/^turn\.(?:completed|failed)/);
    expect(stored).toEqual(openai);
    expect(chat).toEqual(openai);
  });
});

/** Those that are written down for no wire. */
function others(): Scenario[] {
  const chosen = ["no-tool-support", "broken-after-call", "overloaded", "error-event", "html-page"];
  return scenarios.filter(({ name }) => {
    if (name in turnTraces || name.startsWith("chat-")) return false;
    return deep || chosen.includes(name);
  });
}
