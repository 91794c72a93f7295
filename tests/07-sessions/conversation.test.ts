import { describe, expect, it } from "vitest";
import { type Conversation, reduceConversation } from "../../chapters/07-sessions/conversation.ts";
import { scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import { deep } from "../support/deep.ts";
import { askTwice } from "./ask-twice.ts";

describe.concurrent("the conversation", () => {
  const playable = scenarios.filter(
    ({ from, name }) => from <= 7 && (deep || !/stall|many-calls/.test(name)),
  );

  it.each(playable)("is a fold of the events: $name", async (scenario) => {
    const { asked, events } = await askTwice(scenario);
    expect(asked.length).toBeGreaterThan(1);
    for (const { input, got, after } of asked) {
      const folded = events.slice(0, after).reduce<Conversation>(reduceConversation, []);
      expect(folded).toEqual(input);
      // the name of this tool is mended on its way: the API would refuse it
      if (scenario.name !== "odd-tool-name") expect(folded).toEqual(got);
    }
  });
});
