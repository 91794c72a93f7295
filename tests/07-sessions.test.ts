import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { type Conversation, reduceConversation } from "../chapters/07-sessions/conversation.ts";
import { createSession } from "../chapters/07-sessions/create-session.ts";
import { openaiStream } from "../chapters/07-sessions/openai-stream.ts";
import type { SessionEvent } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { scenarios } from "../shared/rehearsal/scenarios/all.ts";
import { inPlace } from "./07-sessions/kept.ts";
import { deep } from "./support/deep.ts";
import { trace } from "./support/trace.ts";
import { linesOf, told, turnTraces } from "./support/turn-traces.ts";

const chapter = "07-sessions";

describe.concurrent("a turn", () => {
  it.each(Object.entries(turnTraces))(
    "keeps what the model has to hear again: %s",
    async (name, turn) => {
      const { events } = await trace(chapter, name);
      expect(events.map(told)).toEqual(linesOf(turn));
    },
  );

  it("has the items of a response as they came", async () => {
    const { events, inputs } = await trace(chapter, "read-file");
    expect(events[2]).toEqual({
      type: "model.responded",
      items: [
        {
          id: "fc_1",
          type: "function_call",
          status: "completed",
          call_id: "call_1",
          name: "read_workspace_file",
          arguments: '{"path":"notes.txt","start_line":1}',
        },
      ],
      usage: expect.objectContaining({ total_tokens: expect.any(Number) }),
      responseId: expect.stringMatching(/^resp_/),
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 3,
      at: "2026-01-01T00:00:00.002Z",
    });
    expect(Object(events[2]).items).toEqual([inputs[1]?.[1]]);
  });
});

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

  it("is made of whatever the events hold", () => {
    const odd = [null, 7, "text", [], { type: "function_call" }, { role: "user" }, {}];
    const header = { sessionId: "id_1", turnId: "id_2", sequence: 1, at: "" };
    const types = ["model.responded", "user.message", "tool.finished", "tool.failed", "other"];
    for (const type of types) {
      for (const value of [undefined, ...odd, odd]) {
        const body = {
          type,
          text: value,
          items: value,
          callId: value,
          output: value,
          error: value,
        };
        const event = { ...header, ...body } as unknown as SessionEvent;
        const next = { ...header, type: "user.message", text: "go" } as const;
        expect([event, event, next].reduce<Conversation>(reduceConversation, []).at(-1)).toEqual({
          role: "user",
          content: "go",
        });
      }
    }
  });
});

type Asked = { input: unknown; got: unknown; after: number };

/** Each request of two turns: what the agent asked, what the server got, and how many events were there before. */
async function askTwice(scenario: Scenario): Promise<{ asked: Asked[]; events: SessionEvent[] }> {
  return inPlace(scenario, async ({ workspaceRoot, rehearsal }) => {
    const client = new OpenAI({ apiKey: "any", baseURL: rehearsal.url, logLevel: "off" });
    const createResponse = openaiStream(client, scenario.idleMs);
    const events: SessionEvent[] = [];
    const asked: Omit<Asked, "got">[] = [];
    const session = createSession({
      createResponse(request, turn) {
        asked.push({ input: request.input, after: events.length });
        return createResponse(request, turn);
      },
      workspaceRoot,
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns,
    });
    session.subscribe((event) => events.push(event));
    for (const text of [scenario.user, "again"]) await session.dispatch({ type: "turn.run", text });
    const got = rehearsal.requests.map((body) => Object(body).input);
    return { asked: asked.map((each, place) => ({ ...each, got: got[place] })), events };
  });
}
