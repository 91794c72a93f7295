import { setTimeout } from "node:timers/promises";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { CreateResponse } from "../../chapters/09-cancellation/agent.ts";
import { openaiResponses } from "../../chapters/09-cancellation/openai.ts";
import { openaiStream } from "../../chapters/09-cancellation/openai-stream.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { completed, delta, event, message } from "../06-streaming/odd-server.ts";
import {
  CANCELLED,
  cancelAt,
  clientFor,
  type OpenSession,
  script,
  streamed,
  wholeTurn,
  withSession,
} from "./cancelled.ts";
import { type Silence, withSilentServer } from "./silent-server.ts";

type Seam = (client: OpenAI) => CreateResponse;

const started = event("response.created", { response: { status: "in_progress", output: [] } });
const half = [started, delta("half an"), delta(" answer")];
const halfTold = [
  "assistant.delta half an",
  "assistant.delta  answer",
  "assistant.interrupted half an answer",
];
const json = "application/json";

describe.concurrent("a cancel while the server is silent", () => {
  const silences: [name: string, seam: Seam, silence: Silence, told: string[]][] = [
    ["before the headers", openaiStream, {}, []],
    ["behind the headers", openaiStream, { body: [] }, []],
    ["behind an event that no one sees", openaiStream, { body: [started] }, []],
    ["in a message", openaiStream, { body: half }, halfTold],
    ["but for comments", openaiStream, { body: half, pings: true }, halfTold],
    ["in what it says is packed, and is not", openaiStream, { body: ["{"], encoding: "gzip" }, []],
    ["before the headers of a whole answer", openaiResponses, {}, []],
    ["in the middle of a whole answer", openaiResponses, { body: ['{"id":'], type: json }, []],
    [
      "in a whole answer that it says is packed",
      openaiResponses,
      { body: ["{"], type: json, encoding: "gzip" },
      [],
    ],
  ];

  it.each(silences)("ends the turn and the connection: %s", async (...[, seam, silence, told]) => {
    await withSilentServer(silence, async ({ url, silent, left }) => {
      const use = async ({ session, run, asked }: OpenSession) => {
        // what was sent has been read by then, and the client waits for more
        void silent.then(() => setTimeout(50)).then(() => session.dispatch({ type: "cancel" }));
        expect(await run("hello")).toEqual([
          ...["turn.started", "user.message hello"],
          ...told,
          CANCELLED,
        ]);
        await left;
        expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
        expect(asked()).toEqual([["user hello", "user again"]]);
      };
      await withSession(findScenario("greeting"), use, {
        createResponse: (place) => firstThen(seam(clientFor(url)), streamed(place)),
      });
    });
  });

  it("tells nothing of what came with the piece at which it was", async () => {
    const all = [...half, delta(" and more"), completed(message("half an answer and more"))];
    await withSilentServer({ body: [all.join("")] }, async ({ url, left }) => {
      const use = async ({ session, run }: OpenSession) => {
        cancelAt(session, ({ type }) => type === "assistant.delta");
        expect(await run("hello")).toEqual([
          ...["turn.started", "user.message hello"],
          ...["assistant.delta half an", "assistant.interrupted half an"],
          CANCELLED,
        ]);
        await left;
        expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
      };
      await withSession(findScenario("greeting"), use, {
        createResponse: (place) => firstThen(openaiStream(clientFor(url)), streamed(place)),
      });
    });
  });
});

it.each([
  ["in pieces", openaiStream],
  ["whole", openaiResponses],
])("a turn with many requests leaves nothing on its signal: %s", async (_name, seam) => {
  const calls = Array.from({ length: 12 }, (_, index) =>
    answer(call(`call_${index}`, "get_current_time", "{}")),
  );
  const warnings: string[] = [];
  const warn = ({ name }: Error) => warnings.push(name);
  process.on("warning", warn);
  const use = async ({ run }: OpenSession) => {
    expect((await run("go")).at(-1)).toBe("turn.completed");
    // Node warns a moment later
    await setTimeout(20);
  };
  await withSession(script(...calls, answer(say("Done."))), use, {
    createResponse: ({ rehearsal }) => seam(clientFor(rehearsal.url)),
  });
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});

it("a cancel between two parts of what came at once ends it there", async () => {
  const pieces = Array.from({ length: 100 }, () => delta("more "));
  await withSilentServer({ body: [[started, ...pieces].join("")] }, async ({ url, left }) => {
    const use = async ({ session, events, run }: OpenSession) => {
      let told = 0;
      const leave = session.subscribe(({ type }) => {
        if (type !== "assistant.delta") return;
        leave();
        // as a key: it has its turn when the stream lets others work
        setImmediate(() => {
          told = events.length;
          void session.dispatch({ type: "cancel" });
        });
      });
      const lines = await run("hello");
      const text = "more ".repeat(told - 2);
      expect(lines.slice(told)).toEqual([`assistant.interrupted ${text}`, CANCELLED]);
      expect(told).toBeLessThan(60);
      await left;
    };
    await withSession(findScenario("greeting"), use, {
      createResponse: () => openaiStream(clientFor(url)),
    });
  });
});

/** The first request goes one way, and all that follow go the other. */
function firstThen(first: CreateResponse, others: CreateResponse): CreateResponse {
  let count = 0;
  return (request, turn) => (count++ === 0 ? first : others)(request, turn);
}
