import OpenAI from "openai";
import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { brief, clientOf, post, scripted, withRehearsal } from "./clients.ts";

const yes = { type: "message", text: "Yes." } as const;
const no = { type: "message", text: "No." } as const;

/** What each of these requests got, one after the other: the text, or the status. */
async function askAll(rehearsal: Rehearsal, inputs: string[]): Promise<unknown[]> {
  const got: unknown[] = [];
  for (const input of inputs) {
    const asked = clientOf(rehearsal).responses.create({ model: "any", input });
    got.push(
      await asked.then(
        ({ output_text }) => output_text,
        (error) => (error instanceof OpenAI.APIError ? error.status : error),
      ),
    );
  }
  return got;
}

describe("a fault with a number of times", () => {
  it("is over when the same conversation has met it that often, and then begins anew", async () => {
    const twice = scripted({ output: [yes], fault: "status-500", times: 2 });
    await withRehearsal(twice, async (rehearsal) => {
      const inputs = ["a", "a", "a", "a", "a", "a"];
      expect(await askAll(rehearsal, inputs)).toEqual([500, 500, "Yes.", 500, 500, "Yes."]);
    });
  });

  it("is counted for each conversation apart", async () => {
    const once = scripted({ output: [yes], fault: "status-503", times: 1 });
    await withRehearsal(once, async (rehearsal) => {
      const inputs = ["a", "b", "b", "a", "c"];
      expect(await askAll(rehearsal, inputs)).toEqual([503, 503, "Yes.", "Yes.", 503]);
    });
  });

  it("never strikes with none, and always without a number", async () => {
    await withRehearsal(
      scripted({ output: [yes], fault: "status-500", times: 0 }),
      async (rehearsal) => expect(await askAll(rehearsal, ["a", "a"])).toEqual(["Yes.", "Yes."]),
    );
    await withRehearsal(scripted({ output: [no], fault: "status-500" }), async (rehearsal) =>
      expect(await askAll(rehearsal, ["a", "a", "a"])).toEqual([500, 500, 500]),
    );
  });

  it("may be one of the connection, or of a stream", async () => {
    const lost = scripted({ output: [yes], fault: "connection-reset", times: 1 });
    await withRehearsal(lost, async (rehearsal) => {
      expect(await askAll(rehearsal, ["a", "a"])).toEqual([undefined, "Yes."]);
    });
    const early = scripted({ output: [yes], fault: "stream-ends-early", after: 2, times: 1 });
    await withRehearsal(early, async (rehearsal) => {
      const types = async () => {
        const request = { model: "any", input: "a", stream: true } as const;
        const seen: string[] = [];
        for await (const { type } of await clientOf(rehearsal).responses.create(request)) {
          seen.push(type);
        }
        return seen;
      };
      expect(await types()).toEqual(["response.created", "response.in_progress"]);
      expect((await types()).at(-1)).toBe("response.completed");
    });
  });

  it("counts a request of JSON and one of a stream as the same", async () => {
    const once = scripted({ output: [yes], fault: "status-500", times: 1 });
    await withRehearsal(once, async (rehearsal) => {
      const request = { model: "any", input: "a", stream: true } as const;
      await expect(clientOf(rehearsal).responses.create(request)).rejects.toMatchObject({
        status: 500,
      });
      expect(await askAll(rehearsal, ["a"])).toEqual(["Yes."]);
    });
  });
});

describe("a scenario for a client that tries again", () => {
  it.each(["rate-limited", "lost-once"])("fails once, and is answered then: %s", async (name) => {
    await withRehearsal(findScenario(name), async (rehearsal) => {
      const [first, second] = await askAll(rehearsal, ["hello", "hello"]);
      expect([429, undefined]).toContain(first);
      expect(second).toBe(name === "rate-limited" ? "Hello again." : "Here I am.");
    });
  });

  it("fails in the middle of a turn, and keeps what was before: overloaded", async () => {
    await withRehearsal(findScenario("overloaded"), async (rehearsal) => {
      const create = (input: Responses.ResponseInput) =>
        clientOf(rehearsal).responses.create({ model: "any", input });
      const user = { role: "user" as const, content: "What is in notes.txt?" };
      const first = await create([user]);
      expect(brief(first)).toEqual([
        'call call_1 read_workspace_file {"path":"notes.txt","start_line":1}',
      ]);
      const output = { type: "function_call_output", call_id: "call_1", output: "x" } as const;
      const next = [user, ...(first.output as Responses.ResponseInput), output];
      await expect(create(next)).rejects.toMatchObject({ status: 503 });
      await expect(create(next)).rejects.toMatchObject({ status: 503 });
      expect(brief(await create(next))).toEqual(["message Buy milk."]);
    });
  });
});

describe("the header retry-after", () => {
  const asked: [what: string, retryAfter: string | undefined, header: string | null][] = [
    ["is the fault's own", undefined, "1"],
    ["is the script's", "600", "600"],
    [
      "is whatever the script says",
      "Wed, 21 Oct 2015 07:28:00 GMT",
      "Wed, 21 Oct 2015 07:28:00 GMT",
    ],
  ];
  it.each(asked)("%s", async (_, retryAfter, header) => {
    const script = scripted({ output: [], fault: "status-429", retryAfter });
    await withRehearsal(script, async ({ url }) => {
      const response = await fetch(`${url}/responses`, {
        method: "POST",
        body: JSON.stringify({ model: "any", input: "a" }),
      });
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, header]);
    });
  });

  it("is none where nothing asks for it", async () => {
    await withRehearsal(scripted({ output: [], fault: "status-503" }), async (rehearsal) => {
      const error = await clientOf(rehearsal)
        .responses.create({ model: "any", input: "a" })
        .catch((thrown: unknown) => thrown);
      expect(Object(error).headers.get("retry-after")).toBeNull();
    });
  });
});

it("quota-exceeded can be told from a limit of requests by its code", async () => {
  await withRehearsal(scripted({ output: [], fault: "quota-exceeded" }), async (rehearsal) => {
    expect(await post(rehearsal, { model: "any", input: "a" })).toEqual({
      status: 429,
      body: {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota",
          param: null,
          code: "insufficient_quota",
        },
      },
    });
  });
});

it("status-503 is thrown by the client as an error of the server", async () => {
  await withRehearsal(scripted({ output: [], fault: "status-503" }), async (rehearsal) => {
    const asked = clientOf(rehearsal).responses.create({ model: "any", input: "a" });
    await expect(asked).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await expect(asked).rejects.toMatchObject({
      status: 503,
      message:
        "503 That model is currently overloaded with other requests. You can retry your request.",
    });
  });
});
