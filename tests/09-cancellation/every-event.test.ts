import { describe, expect, it } from "vitest";
import {
  type Conversation,
  reduceConversation,
} from "../../chapters/09-cancellation/conversation.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, say } from "../../shared/rehearsal/scenarios/script.ts";
import { unpairedCalls } from "../07-sessions/kept.ts";
import { deep, sized } from "../support/deep.ts";
import {
  CANCELLED,
  cancelAt,
  faults,
  NOT_RUN,
  script,
  wholeTurn,
  withSession,
} from "./cancelled.ts";

const everyDay = ["reasoning", "two-calls", "text-beside-call", "run-command"];
const names = deep ? [...everyDay, "greeting", "chain"] : everyDay;

/** What may still be told: the ends of what had begun (a command may end just then), and that the rest is not run. */
const closing =
  /^(?:assistant\.(?:interrupted|message)|tool\.started|tool\.failed|tool\.finished \w+ run_command) /;
const failed = new RegExp(
  `^tool\\.failed call_\\d \\w+ (?:${NOT_RUN}|The command was stopped: .*)$`,
  "s",
);

describe.concurrent("a cancel at every event of a turn", () => {
  it.each(names)("ends it once, with nothing open: %s", async (name) => {
    const { length } = wholeTurn(name, "");
    // to run the command to its end each time would take long
    const end = name === "run-command" ? sized(8, length) : length;
    for (let count = 1; count < end; count++) await cancelBehind(name, count);
  });
});

async function cancelBehind(name: string, count: number): Promise<void> {
  const scenario = findScenario(name);
  await withSession(scenario, async ({ session, events, place, run, asked }) => {
    let heard = 0;
    let requests = 0;
    cancelAt(session, () => {
      requests = place.rehearsal.requests.length;
      return ++heard === count;
    });
    const lines = await run(scenario.user);
    // a turn has its user message, whenever it ends
    const before = Math.max(count, 2);
    expect(lines.slice(0, before)).toEqual(wholeTurn(name, scenario.user).slice(0, before));
    const rest = lines.slice(before);
    expect(rest.pop()).toBe(CANCELLED);
    expect(rest.filter((line) => !closing.test(line))).toEqual([]);
    expect(rest.filter((line) => /^tool\.failed/.test(line) && !failed.test(line))).toEqual([]);
    expect(place.rehearsal.requests).toHaveLength(requests);
    expect(session.status).toBe("idle");

    const folded = events.reduce<Conversation>(reduceConversation, []);
    const told = [...folded, { role: "user", content: "again" }];
    place.rehearsal.play(script(answer(say("Here."))));
    expect((await run("again")).slice(-2)).toEqual(["assistant.message Here.", "turn.completed"]);
    const input = Object(place.rehearsal.requests.at(-1)).input;
    expect(input).toEqual(told);
    expect(unpairedCalls(input)).toEqual([]);
    expect(
      asked()
        .at(-1)
        ?.filter((line) => line.startsWith("user ")),
    ).toEqual([`user ${scenario.user}`, "user again"]);
    expect(faults(events)).toEqual([]);
  });
}
