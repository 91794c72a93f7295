import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Scenario, ScriptedItem } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import {
  answer,
  call,
  fail,
  notes,
  readNotes,
  say,
} from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { type Opened, reopened, withHost } from "./opened.ts";
import { type Body, script } from "./played.ts";

afterEach(() => vi.unstubAllEnvs());

const greeting = findScenario("greeting");
const thought: ScriptedItem = { type: "reasoning", text: "I look." };
const reads: Scenario = {
  ...script(answer(thought, readNotes("call_1")), answer(say("Buy milk."))),
  files: notes,
};
const asStored = { args: ["--provider", "stored", "--model", "rehearsal-1"] };
const id = expect.stringMatching(/^resp_/);
const user = (content: string) => ({ role: "user", content });
const output = (call_id: string, text: string) => ({
  type: "function_call_output",
  ...{ call_id, output: text },
});

/** What each request since then has sent, in short: what it follows, and its items. */
function sent({ bodies }: Pick<Opened, "bodies">, since = 0): unknown[][] {
  return bodies()
    .slice(since)
    .map(({ previous_response_id, input }) => [
      previous_response_id === undefined ? "all" : "new",
      ...(input as Body[]).map(({ type, role, call_id }) =>
        [type ?? role, ...(call_id ? [call_id] : [])].join(" "),
      ),
    ]);
}

describe("a server that remembers", () => {
  it("is sent what is new, with the id of the response that it follows", async () => {
    await withHost(
      reads,
      async ({ turn, bodies, heard }) => {
        for (const scenario of [greeting, reads, greeting]) {
          expect(await turn(scenario)).toBe("turn.completed");
        }
        const ids = heard.flatMap((event) =>
          event.type === "model.responded" ? [event.responseId] : [],
        );
        const { input, previous_response_id, ...fixed } = bodies()[0] as Body;
        expect(fixed).toEqual({
          model: "rehearsal-1",
          instructions: expect.stringMatching(/^You are a coding agent/),
          tools: expect.any(Array),
          store: true,
          stream: true,
        });
        expect(bodies()).toEqual([
          { ...fixed, input: [user("hello")] },
          { ...fixed, input: [user("go")], previous_response_id: ids[0] },
          { ...fixed, input: [output("call_1", "buy milk")], previous_response_id: ids[1] },
          { ...fixed, input: [user("hello")], previous_response_id: ids[2] },
        ]);
        expect(ids).toEqual([id, id, id, id]);
      },
      asStored,
    );
  });

  it("is asked in the same way where answers come whole", async () => {
    await withHost(
      reads,
      async (opened) => {
        await opened.ask("/stream off");
        await opened.turn(reads);
        await opened.turn(greeting);
        expect(sent(opened)).toEqual([
          ["all", "user"],
          ["new", "function_call_output call_1"],
          ["new", "user"],
        ]);
      },
      asStored,
    );
  });

  it("hears behind a cancelled call that it was not run", async () => {
    await withHost(
      reads,
      async (opened) => {
        const { driver, turn, bodies } = opened;
        const leave = driver.subscribe(({ type }) => {
          if (type === "tool.started") driver.cancel();
        });
        expect(await turn(reads)).toBe("turn.cancelled");
        leave();
        expect(await turn(greeting)).toBe("turn.completed");
        expect(bodies()[1]?.input).toEqual([
          output("call_1", "Not run: the user cancelled the turn before."),
          user("hello"),
        ]);
        expect(sent(opened)).toEqual([
          ["all", "user"],
          ["new", "function_call_output call_1", "user"],
        ]);
      },
      asStored,
    );
  });

  it("never hears of a response that was cancelled in its middle", async () => {
    await withHost(
      greeting,
      async (opened) => {
        const { driver, turn } = opened;
        await turn(greeting);
        const leave = driver.subscribe(({ type }) => {
          if (type === "assistant.delta") driver.cancel();
        });
        expect(await turn(greeting, "one")).toBe("turn.cancelled");
        leave();
        expect(await turn(greeting, "two")).toBe("turn.completed");
        expect(sent(opened)).toEqual([
          ["all", "user"],
          ["new", "user"],
          ["new", "user", "user"],
        ]);
      },
      asStored,
    );
  });

  it("goes on behind a request that failed from the response before it", async () => {
    const fails = { ...script(answer(readNotes("call_1")), fail("status-401")), files: notes };
    await withHost(
      reads,
      async (opened) => {
        const { turn, bodies } = opened;
        expect(await turn(fails)).toBe("turn.failed");
        expect(await turn(greeting)).toBe("turn.completed");
        expect(bodies().at(-1)?.input).toEqual([output("call_1", "buy milk"), user("hello")]);
        // and behind one that broke off
        expect(await turn(findScenario("stream-ends-early"))).toBe("turn.failed");
        expect(await turn(greeting)).toBe("turn.completed");
        expect(sent(opened, 3)).toEqual([
          ["new", "user"],
          ["new", "user", "user"],
        ]);
      },
      asStored,
    );
  });

  it("is sent that a call was cut off", async () => {
    const cut = script(
      fail("response-incomplete", call("call_1", "read_workspace_file", '{"path":"not')),
      answer(say("I ran out of room.")),
    );
    await withHost(
      cut,
      async (opened) => {
        expect(await opened.turn(cut)).toBe("turn.completed");
        expect(await opened.turn(greeting)).toBe("turn.completed");
        expect(sent(opened)).toEqual([
          ["all", "user"],
          ["new", "function_call_output call_1"],
          ["new", "user"],
        ]);
      },
      asStored,
    );
  });
});

const conversation = ["user", "reasoning", "function_call call_1", "function_call_output call_1"];

/** Without what only the server knows that wrote it. */
const asElsewhere = ["user", "function_call call_1", "function_call_output call_1", "assistant"];

describe("the whole conversation is sent", () => {
  it("when a session goes on, and what is new from there on", async () => {
    await withHost(
      reads,
      async (opened) => {
        await opened.turn(reads);
        const { length } = opened.bodies();
        opened.host.log().close();
        await reopened(
          opened,
          async (again) => {
            expect(again.host.session().settings.provider).toBe("stored");
            expect(await again.turn(greeting)).toBe("turn.completed");
            expect(await again.turn(greeting)).toBe("turn.completed");
            expect(sent(again, length)).toEqual([
              ["all", ...conversation, "message", "user"],
              ["new", "user"],
            ]);
          },
          { args: ["--resume"] },
        );
      },
      asStored,
    );
  });

  it("when the server has forgotten: the refused request is no failure, and nobody is told", async () => {
    await withHost(
      reads,
      async (opened) => {
        const { rehearsal, turn, heard } = opened;
        await turn(reads);
        await rehearsal.close();
        const port = Number(new URL(rehearsal.url).port);
        const renewed = await startRehearsal({ port, scenario: greeting, knowsOnlyItsOwn: true });
        const bodies = () => renewed.requests as Body[];
        try {
          expect(await turn(greeting)).toBe("turn.completed");
          expect(await turn(greeting)).toBe("turn.completed");
          expect(sent({ bodies })).toEqual([
            ["new", "user"],
            ["all", ...asElsewhere, "user"],
            ["new", "user"],
          ]);
          expect(heard.filter(({ type }) => type === "model.retrying")).toEqual([]);
        } finally {
          await renewed.close();
        }
      },
      asStored,
    );
  });

  it("twice when a session goes on at a server that has forgotten it: the second time as elsewhere", async () => {
    await withHost(
      reads,
      async (opened) => {
        await opened.turn(reads);
        opened.host.log().close();
        const renewed = await startRehearsal({ scenario: greeting, knowsOnlyItsOwn: true });
        vi.stubEnv("OPENAI_BASE_URL", renewed.url);
        try {
          await reopened(
            opened,
            async ({ driver, heard }) => {
              await driver.send("hello");
              expect(heard.at(-1)?.type).toBe("turn.completed");
              const bodies = () => renewed.requests as Body[];
              expect(sent({ bodies })).toEqual([
                ["all", ...conversation, "message", "user"],
                ["all", ...asElsewhere, "user"],
              ]);
              const items = bodies()[1]?.input as Body[];
              expect(items.filter((item) => "id" in item)).toEqual([]);
            },
            { args: ["--resume"] },
          );
        } finally {
          await renewed.close();
        }
      },
      asStored,
    );
  });

  it("when it comes back from elsewhere, without what was thought", async () => {
    await withHost(
      reads,
      async (opened) => {
        const { ask, turn, bodies } = opened;
        await turn(reads);
        await ask("/provider chat rehearsal-1");
        await turn(greeting);
        await ask("/provider stored rehearsal-1");
        const { length } = bodies();
        expect(await turn(greeting)).toBe("turn.completed");
        expect(await turn(greeting)).toBe("turn.completed");
        expect(sent(opened, length)).toEqual([
          [
            "all",
            ...conversation.filter((item) => item !== "reasoning"),
            ...["assistant", "user", "assistant", "user"],
          ],
          ["new", "user"],
        ]);
      },
      asStored,
    );
  });

  it("of another session, which the server has not heard", async () => {
    await withHost(
      greeting,
      async (opened) => {
        await opened.turn(greeting, "one");
        // so that the files have different times
        await setTimeout(10);
        await opened.ask("/reset");
        await opened.turn(greeting, "two");
        await opened.ask("/resume 2");
        await opened.turn(greeting, "three");
        expect(sent(opened)).toEqual([
          ["all", "user"],
          ["all", "user"],
          ["all", "user", "message", "user"],
        ]);
      },
      asStored,
    );
  });
});

describe("a session on a server that does not remember its thoughts any more", () => {
  it("is asked once more without them, and from then on once a turn", async () => {
    const asOpenai = { args: ["--provider", "openai", "--model", "rehearsal-1"] };
    await withHost(
      reads,
      async (opened) => {
        await opened.turn(reads);
        opened.host.log().close();
        const scenario = script(answer(thought, say("Hello.")));
        const renewed = await startRehearsal({ scenario, knowsOnlyItsOwn: true });
        const bodies = () => renewed.requests as Body[];
        vi.stubEnv("OPENAI_BASE_URL", renewed.url);
        try {
          await reopened(
            opened,
            async ({ driver, heard }) => {
              for (const text of ["one", "two", "three"]) {
                await driver.send(text);
                expect(heard.at(-1)?.type).toBe("turn.completed");
              }
              const one = [...asElsewhere, "user"];
              const two = [...one, "reasoning", "message", "user"];
              expect(sent({ bodies })).toEqual([
                ["all", ...conversation, "message", "user"],
                ...[one, two, [...two, ...two.slice(-3)]].map((items) => ["all", ...items]),
              ]);
              expect(heard.filter(({ type }) => type === "model.retrying")).toEqual([]);
            },
            { args: ["--resume"] },
          );
        } finally {
          await renewed.close();
        }
      },
      asOpenai,
    );
  });
});
