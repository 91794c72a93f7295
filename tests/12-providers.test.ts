import { describe, expect, it } from "vitest";
import { openaiStream } from "../chapters/12-providers/openai-stream.ts";
import { reduceSettings } from "../chapters/12-providers/settings.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/12-providers/state/reduce-session-event.ts";
import { storedResponses } from "../chapters/12-providers/stored-responses.ts";
import type { SessionEvent, SessionEventBody } from "../shared/events.ts";
import type { Scenario, ScriptedItem } from "../shared/rehearsal/scenario.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { answer, notes, readNotes, say } from "../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../shared/rehearsal/server.ts";
import { tracedProviders } from "../shared/trace/load-chapter.ts";
import { numbered, turnStarted } from "./04-reducer/events.ts";
import {
  type Body,
  clientFor,
  line,
  linesWithCosts,
  type Seam,
  script,
  seams,
  withSession,
} from "./12-providers/played.ts";
import { trace } from "./support/trace.ts";
import { type TurnTrace, turnTraces } from "./support/turn-traces.ts";

const chapter = "12-providers";
const retries = { firstDelayMs: 1, longestDelayMs: 1000 };

/** The chat wire has one message for a response, and no place for reasoning among what comes back. */
const otherwiseOnChat: Record<string, TurnTrace> = {
  reasoning: {
    ...(turnTraces.reasoning as TurnTrace),
    steps: [
      [
        ...["7", " times", " 13", " is", " 91", "."].map((piece) => `reasoning.delta ${piece}`),
        ...["No", ":", " 91", " is", " 7", " times", " 13", "."].map(wrote),
        "model.responded message",
        "assistant.message No: 91 is 7 times 13.",
      ],
    ],
  },
  "texts-between-calls": {
    ...(turnTraces["texts-between-calls"] as TurnTrace),
    steps: [
      [
        ...["First", " the", " notes", ".", "\n\n", "Now", " the", " list", "."].map(wrote),
        "model.responded message function_call function_call",
        "assistant.message First the notes.\n\nNow the list.",
        'tool.started call_1 read_workspace_file {"path":"notes.txt","start_line":1}',
        "tool.finished call_1 read_workspace_file buy milk",
        'tool.started call_2 read_workspace_file {"path":"list.txt","start_line":1}',
        "tool.finished call_2 read_workspace_file buy bread",
      ],
      ...(turnTraces["texts-between-calls"]?.steps.slice(1) ?? []),
    ],
  },
};

describe.concurrent("a turn", () => {
  const rows = Object.keys(turnTraces).flatMap((name) =>
    tracedProviders.map((provider) => [name, provider] as const),
  );

  it.each(rows)("is the same at every provider: %s, %s", async (name, provider) => {
    const turn = turnTraces[name] as TurnTrace;
    const { events } = await trace(chapter, name, undefined, { provider, retries });
    const expected = provider === "chat" ? (otherwiseOnChat[name] ?? turn) : turn;
    expect(events.map(line)).toEqual(linesWithCosts(expected));
  });
});

const thought: ScriptedItem = { type: "reasoning", text: "I look." };
const greeting = findScenario("greeting");
const hello = linesWithCosts(turnTraces.greeting as TurnTrace);
const user = (content: string) => ({ role: "user", content });
const output = { type: "function_call_output", call_id: "call_1", output: "buy milk" };

function change(provider: string) {
  const event = { type: "provider.changed", provider, model: "rehearsal-1" } as const;
  return { type: "record", event } as const;
}

describe("a conversation that goes on at another provider", () => {
  const called = JSON.stringify({ path: "notes.txt", start_line: 1 });
  const name = "read_workspace_file";
  const scenario: Scenario = {
    ...script(
      answer(thought, say("Let me look."), say("Wait."), readNotes("call_1")),
      answer(thought, say("Buy milk.")),
    ),
    files: notes,
  };
  const said = (content: string) => ({ role: "assistant", content });
  const onResponses = [
    ...[user("go"), said("Let me look."), said("Wait.")],
    {
      ...{ type: "function_call", call_id: "call_1", name, arguments: called },
      status: "completed",
    },
    ...[output, said("Buy milk."), user("hello")],
  ];
  const onChat = [
    { role: "system", content: expect.stringMatching(/^You are a coding agent/) },
    user("go"),
    {
      ...said("Let me look.\n\nWait."),
      tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: called } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "buy milk" },
    ...[said("Buy milk."), user("hello")],
  ];

  it.each(["openai", "chat"] as const)("has what everyone understands: %s", async (to) => {
    let wire: "openai" | "chat" = "openai";
    const both: Seam = (client) => {
      const ways = { openai: seams.openai(client), chat: seams.chat(client) };
      return (request, turn) => ways[wire](request, turn);
    };
    await withSession(scenario, both, async ({ session, run, place, bodies }) => {
      expect((await run("go")).at(-1)).toBe("turn.completed");
      await session.dispatch(change("another"));
      wire = to;
      place.rehearsal.play(greeting);
      expect(await run("hello")).toEqual(hello);
      const { input, messages } = bodies().at(-1) ?? {};
      expect(input ?? messages).toEqual(to === "chat" ? onChat : onResponses);
    });
  });
});

describe("a server that remembers", () => {
  const reads: Scenario = {
    ...script(answer(thought, readNotes("call_1")), answer(say("Buy milk."))),
    files: notes,
  };
  const stored: Seam = (client) => storedResponses(openaiStream(client));

  /** What each request has sent, in short: whether it is to be kept, what it follows, and its items. */
  const sent = (requests: Body[]) =>
    requests.map(({ store, previous_response_id, input }) => {
      const items = (input as Body[]).map(({ type, role }) => String(type ?? role));
      const begins = previous_response_id === undefined ? "all" : "new";
      return [store ? "keep" : "forget", `${begins}:`, ...items].join(" ");
    });

  it("is sent what is new, with the id of the response that it follows", async () => {
    await withSession(reads, stored, async ({ run, events, place, bodies }) => {
      await run("go");
      place.rehearsal.play(greeting);
      expect(await run("hello")).toEqual(hello);
      expect(sent(bodies())).toEqual([
        "keep all: user",
        "keep new: function_call_output",
        "keep new: user",
      ]);
      const ids = events.flatMap((event) =>
        event.type === "model.responded" ? [event.responseId] : [],
      );
      expect(bodies().map((body) => body.previous_response_id)).toEqual([
        undefined,
        ids[0],
        ids[1],
      ]);
      expect(bodies().map(({ input }) => input)).toEqual([[user("go")], [output], [user("hello")]]);
    });
  });

  it("goes on from its last whole response, behind one that was cancelled", async () => {
    await withSession(greeting, stored, async ({ session, run, bodies }) => {
      await run("one");
      const leave = session.subscribe(({ type }) => {
        if (type === "assistant.delta") void session.dispatch({ type: "cancel" });
      });
      expect((await run("two")).at(-1)).toMatch(/^turn\.cancelled/);
      leave();
      expect((await run("three")).at(-1)).toBe("turn.completed");
      expect(sent(bodies())).toEqual(["keep all: user", "keep new: user", "keep new: user user"]);
    });
  });

  it("is sent all of a conversation that was elsewhere in between", async () => {
    let isHere = true;
    const both: Seam = (client) => {
      const ways = { here: stored(client), there: seams.chat(client) };
      return (request, turn) => (isHere ? ways.here : ways.there)(request, turn);
    };
    await withSession(reads, both, async ({ session, run, place, bodies }) => {
      const goTo = async (provider: string) => {
        await session.dispatch(change(provider));
        isHere = provider === "stored";
        place.rehearsal.play(greeting);
      };
      await run("go");
      await goTo("chat");
      await run("hello");
      await goTo("stored");
      expect(await run("hello")).toEqual(hello);
      expect(sent(bodies().slice(-1))).toEqual([
        "keep all: user function_call function_call_output assistant user assistant user",
      ]);
    });
  });

  it("may forget: then it is sent all, as another server is, and nobody is told", async () => {
    const renewed = await startRehearsal({ scenario: greeting, knowsOnlyItsOwn: true });
    let isRenewed = false;
    const both: Seam = (client) => {
      const [before, after] = [openaiStream(client), openaiStream(clientFor(renewed.url))];
      return storedResponses((request, turn) => (isRenewed ? after : before)(request, turn));
    };
    try {
      await withSession(reads, both, async ({ run }) => {
        await run("go");
        isRenewed = true;
        expect(await run("hello")).toEqual(hello);
        expect(await run("hello")).toEqual(hello);
        expect(sent(renewed.requests as Body[])).toEqual([
          "keep new: user",
          "keep all: user function_call function_call_output assistant user",
          "keep new: user",
        ]);
      });
    } finally {
      await renewed.close();
    }
  });
});

describe.concurrent("a list of events", () => {
  it("tells of another provider between two turns, with a header and of no turn", async () => {
    await withSession(findScenario("greeting"), seams.openai, async (opened) => {
      const { session, run, events, bodies } = opened;
      await run("hello");
      const event = { type: "provider.changed", provider: "chat", model: "rehearsal-1" } as const;
      await session.dispatch({ type: "record", event });
      expect(events.at(-1)).toEqual({
        ...event,
        ...{ sessionId: expect.any(String), sequence: events.length },
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      expect(session.settings).toEqual({ provider: "chat", model: "rehearsal-1" });
      await run("again");
      expect(bodies()[1]?.input).toEqual([
        { role: "user", content: "hello" },
        { role: "assistant", content: "Hello! What shall we build?" },
        { role: "user", content: "again" },
      ]);
    });
  });

  it("has no other provider in the middle of a turn", async () => {
    await withSession(findScenario("greeting"), seams.openai, async ({ session, run, events }) => {
      const event = { type: "provider.changed", provider: "chat", model: "other" } as const;
      const refused: Promise<string>[] = [];
      session.subscribe(({ type }) => {
        if (type !== "assistant.message") return;
        const asked = session.dispatch({ type: "record", event });
        refused.push(asked.then(String, (error) => error.message));
      });
      await run("hello");
      expect(await Promise.all(refused)).toEqual(['"record" has to wait: a turn is running.']);
      expect(events.some(({ type }) => type === "provider.changed")).toBe(false);
      expect(session.settings.provider).toBe("openai");
    });
  });

  it("may hold anything: a provider and a model are texts", () => {
    const before = { provider: "openai", model: "rehearsal-1" };
    const event = { ...change("chat").event, ...{ sessionId: "s", sequence: 1, at: "" } };
    expect(reduceSettings(before, event)).toEqual({ provider: "chat", model: "rehearsal-1" });
    const odd = { ...event, provider: 5, model: undefined } as unknown as SessionEvent;
    expect(reduceSettings(before, odd)).toEqual({ provider: "", model: "" });
    const other = { ...event, type: "notice", text: "chat" } as unknown as SessionEvent;
    expect(reduceSettings(before, other)).toBe(before);
  });
});

function wrote(piece: string): string {
  return `assistant.delta ${piece}`;
}

describe("the screen", () => {
  const gone: SessionEventBody = { type: "provider.changed", provider: "ollama", model: "qwen3" };

  it("says where the session has gone, whatever comes behind it", () => {
    const events = numbered([gone, turnStarted, { type: "notice", text: "Hm." }]);
    const [there, begun, said] = events.map((_, index) =>
      events.slice(0, index + 1).reduce(reduceSessionEvent, emptyState),
    );
    expect(there).toEqual({ ...emptyState, model: expect.stringMatching(/qwen3.*ollama/) });
    expect(begun).toEqual({ ...there, status: { turn: "thinking" } });
    expect(said).toEqual({ ...begun, transcript: said?.transcript });
    expect(said?.transcript).not.toEqual(begun?.transcript);
  });

  it("is the same object where an event changes nothing of it", () => {
    const [unknown] = numbered([{ type: "moon.rose" } as never]) as [SessionEvent];
    expect(reduceSessionEvent(emptyState, unknown)).toBe(emptyState);
  });
});
