import { describe, expect, it } from "vitest";
import type { Effort } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { inPlace } from "../07-sessions/kept.ts";
import { bodies, efforts, useSession, type Wire, withSession } from "./phased.ts";
import { type Problem, type Reply, withPickyServer } from "./picky-server.ts";

const wires: Wire[] = ["responses", "chat"];
const notice = "notice tiny does not take a reasoning effort: it is asked without.";

const asked = (text: string) => ["turn.started", `user.message ${text}`, "model.requested tiny"];
const hello = ["model.responded message", "assistant.message Hello."];
const completed = ["turn.metrics ok", "turn.completed"];
const whole = (text: string, ...between: string[]) => [
  ...asked(text),
  ...between,
  ...["assistant.delta Hello", "assistant.delta .", ...hello, ...completed],
];

describe("the effort of a request", () => {
  const levels: [Effort, Record<Wire, object>][] = [
    ["off", { responses: {}, chat: {} }],
    ...(["low", "medium", "high"] as const).map((effort): [Effort, Record<Wire, object>] => [
      effort,
      {
        responses: { reasoning: { effort, summary: "auto" } },
        chat: { reasoning_effort: effort },
      },
    ]),
  ];
  const plain: Record<Wire, object> = {
    responses: { model: "tiny", stream: true },
    chat: { model: "tiny", stream: true, stream_options: { include_usage: true } },
  };

  it.each(wires)(
    "is that of the settings, and nothing else of the body differs: %s",
    async (wire) => {
      await withSession(
        findScenario("greeting"),
        async ({ run, change, place }) => {
          for (const [effort] of levels) {
            await change("build", effort);
            await run("hello");
          }
          const sent = bodies(place).map((body) => {
            const { instructions, input, tools, messages, ...rest } = body as Record<
              string,
              unknown
            >;
            return rest;
          });
          expect(sent).toEqual(levels.map(([, fields]) => ({ ...plain[wire], ...fields[wire] })));
        },
        { wire },
      );
    },
  );
});

describe("a model that does not take an effort", () => {
  it.each(wires)("is asked once more without it, and the user is told, once: %s", async (wire) => {
    const scenario = findScenario("no-reasoning-effort");
    await inPlace(scenario, async (place) => {
      await useSession(
        place,
        async ({ run, change, events, session }) => {
          expect(await run("one")).toEqual(whole("one", notice));
          expect(efforts(bodies(place))).toEqual(["medium", "-"]);
          // the same request but for the effort
          const [first, second] = bodies(place);
          const { reasoning, reasoning_effort, ...rest } = first ?? { input: [] };
          expect(second).toEqual(rest);

          expect(await run("two")).toEqual(whole("two"));
          await change("plan", "high");
          expect(await run("three")).toEqual(whole("three"));
          expect(efforts(bodies(place))).toEqual(["medium", "-", "-", "-"]);

          const isNotice = ({ type }: { type: string }) => type === "notice";
          expect(events.filter(isNotice)).toEqual([
            expect.objectContaining({ type: "notice", turnId: undefined, sequence: 4 }),
          ]);

          // another model may take it
          const other = { type: "provider.changed", provider: "openai", model: "other" } as const;
          await session.dispatch({ type: "record", event: other });
          const lines = await run("four");
          expect(lines.filter((line) => line.startsWith("notice"))).toEqual([
            "notice other does not take a reasoning effort: it is asked without.",
          ]);
          expect(efforts(bodies(place).slice(4))).toEqual(["high", "-"]);
        },
        { wire },
      );
      // what a model takes is no part of the session: another program asks again
      await useSession(
        place,
        async ({ run }) => expect(await run("one")).toEqual(whole("one", notice)),
        { wire },
      );
    });
  });

  it("is not asked again where the user cancels in that moment", async () => {
    await withSession(findScenario("no-reasoning-effort"), async ({ run, session, place }) => {
      session.subscribe(({ type }) => {
        if (type === "notice") void session.dispatch({ type: "cancel" });
      });
      expect(await run("one")).toEqual([
        ...asked("one"),
        notice,
        "turn.metrics cancelled",
        "turn.cancelled The user cancelled the turn.",
      ]);
      expect(efforts(bodies(place))).toEqual(["medium"]);
      expect(await run("two")).toEqual(whole("two"));
    });
  });
});

const refusal: Problem = {
  message: "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
  param: "reasoning.effort",
};

describe("a refusal", () => {
  const aboutEffort: Problem[] = [
    refusal,
    {
      message: "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
      param: "reasoning_effort",
    },
    { message: "Unrecognized request argument supplied: reasoning_effort", param: null },
    { message: "Unsupported value: 'medium' is not supported.", param: "reasoning.effort" },
    { message: "Model grok does not support parameter reasoningEffort." },
    { message: '"llama3.2" does not support thinking' },
  ];
  const cases = wires.flatMap((wire) => aboutEffort.map((problem) => [wire, problem] as const));

  it.each(cases)("of the effort is known by its parameter or its words: %s, %o", async (...row) => {
    const [wire, problem] = row;
    await withPickyServer([[400, problem], "ok"], async ({ baseURL, bodies: sent }) => {
      await withSession(
        findScenario("greeting"),
        async ({ run }) => {
          const answer = wire === "chat" ? ["assistant.delta Hello."] : [];
          expect(await run("go")).toEqual([
            ...[...asked("go"), notice, ...answer],
            ...[...hello, ...completed],
          ]);
          expect(efforts(sent)).toEqual(["medium", "-"]);
        },
        { wire, baseURL },
      );
    });
  });

  const lone = "Item 'rs_1' of type 'reasoning' was provided without its required following item.";
  const others: [status: number, problem: Problem][] = [
    [400, { message: "Invalid value: 'x'.", param: "input" }],
    [400, { message: lone, param: "input" }],
    [400, { message: "phi4-mini-reasoning does not support tools", param: null }],
    [400, { message: "kimi-k2-thinking does not support tools" }],
    [401, { message: "Incorrect key.", param: "reasoning.effort" }],
    [404, { message: "No model with reasoning_effort.", param: "model" }],
    [422, { message: "reasoning_effort is odd.", param: "reasoning_effort" }],
  ];

  it.each(others)("of something else ends the turn, with its own words: %i %o", async (...row) => {
    const [status, { message }] = row;
    await withPickyServer([row], async ({ baseURL, bodies: sent }) => {
      await withSession(
        findScenario("greeting"),
        async ({ run }) => {
          const fails = ["turn.metrics failed", `turn.failed ${status} ${message}`];
          expect(await run("one")).toEqual([...asked("one"), ...fails]);
          expect(await run("two")).toEqual([...asked("two"), ...fails]);
          expect(efforts(sent)).toEqual(["medium", "medium"]);
        },
        { baseURL },
      );
    });
  });

  it("of the request without it as well ends the turn", async () => {
    await withPickyServer([[400, refusal]], async ({ baseURL, bodies: sent }) => {
      await withSession(
        findScenario("greeting"),
        async ({ run }) => {
          const fails = ["turn.metrics failed", `turn.failed 400 ${refusal.message}`];
          expect(await run("one")).toEqual([...asked("one"), notice, ...fails]);
          expect(await run("two")).toEqual([...asked("two"), ...fails]);
          expect(efforts(sent)).toEqual(["medium", "-", "-"]);
        },
        { baseURL },
      );
    });
  });
});

describe("an error that may pass", () => {
  const busy: Reply = [503, { message: "Busy." }];
  const again = (attempt: number, delayMs: number) =>
    `model.retrying ${attempt} ${delayMs} 503 Busy.`;
  const rows: [name: string, replies: Reply[], between: string[], sent: string[]][] = [
    [
      "before the refusal",
      [busy, [400, refusal], "ok"],
      [again(2, 1), notice],
      ["medium", "medium", "-"],
    ],
    [
      "on both sides of it",
      [busy, [400, refusal], busy, busy, "ok"],
      [again(2, 1), notice, again(2, 1), again(3, 2)],
      ["medium", "medium", "-", "-", "-"],
    ],
  ];

  it.each(rows)("is tried again, and the effort is asked for once: %s", async (...row) => {
    const [, replies, between, sent] = row;
    await withPickyServer(replies, async ({ baseURL, bodies: requests }) => {
      await withSession(
        findScenario("greeting"),
        async ({ run }) => {
          expect(await run("go")).toEqual([...asked("go"), ...between, ...hello, ...completed]);
          expect(efforts(requests)).toEqual(sent);
        },
        { baseURL },
      );
    });
  });

  it("that stays is tried as often as ever", async () => {
    await withPickyServer([[400, refusal], busy], async ({ baseURL, bodies: requests }) => {
      await withSession(
        findScenario("greeting"),
        async ({ run }) => {
          expect(await run("go")).toEqual([
            ...[...asked("go"), notice, again(2, 1), again(3, 2)],
            ...["turn.metrics failed", "turn.failed 503 Busy."],
          ]);
          expect(efforts(requests)).toEqual(["medium", "-", "-", "-"]);
        },
        { baseURL, attempts: 3 },
      );
    });
  });
});
