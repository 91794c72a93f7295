import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { readLog } from "../07-sessions/kept.ts";
import { told } from "../support/turn-traces.ts";
import { type Opened, reopened, withHost } from "./opened.ts";

afterEach(() => vi.unstubAllEnvs());

const greeting = findScenario("greeting");
const noKey = { OPENROUTER_API_KEY: undefined, OPENAI_MODEL: undefined };

/** What the session goes by, as its events and its next request say. */
function goesBy({ host, heard }: Opened): unknown[] {
  const changes = heard.filter(({ type }) => type === "provider.changed").map(told);
  return [host.session().settings, ...changes];
}

describe("/provider", () => {
  it("lists where one can go, and where one is", async () => {
    const use = async ({ ask, rehearsal }: Opened) => {
      const { url } = rehearsal;
      expect(await ask("/provider")).toEqual([
        [
          "  work: http://h/v1, responses, key in WORK_KEY",
          `* openai (gpt-5-mini): ${url}, responses, key in OPENAI_API_KEY`,
          `  stored: ${url}, responses, key in OPENAI_API_KEY`,
          `  chat: ${url}, chat, key in OPENAI_API_KEY`,
          "  openrouter: https://openrouter.ai/api/v1, chat, key in OPENROUTER_API_KEY",
          "  ollama: http://127.0.0.1:11434/v1, chat",
          "  llama.cpp: http://127.0.0.1:8080/v1, chat",
        ].join("\n"),
      ]);
      for (const address of ["", undefined]) {
        vi.stubEnv("OPENAI_BASE_URL", address);
        expect((await ask("/provider"))[0]?.split("\n")[1]).toBe(
          "* openai (gpt-5-mini): api.openai.com, responses, key in OPENAI_API_KEY",
        );
      }
    };
    const work = { name: "work", baseURL: "http://h/v1", wire: "responses" } as const;
    const own = [{ ...work, keyVariable: "WORK_KEY", model: "m" }];
    await withHost(greeting, use, { own, env: noKey });
  });

  it("goes on elsewhere, with the model of that place or the one that is named", async () => {
    const use = async (opened: Opened) => {
      const { ask, turn, bodies } = opened;
      const lines = ["/provider chat", "/PROVIDER stored  rehearsal-1", "/provider ollama a b"];
      const said = [];
      for (const line of lines) said.push(...(await ask(line)));
      expect(said).toEqual([
        "From now on gpt-5-mini, at chat.",
        "From now on rehearsal-1, at stored.",
        "From now on a b, at ollama.",
      ]);
      await ask("/provider chat mine");
      await turn(greeting);
      expect(goesBy(opened)).toEqual([
        { provider: "chat", model: "mine" },
        "provider.changed chat gpt-5-mini",
        "provider.changed stored rehearsal-1",
        "provider.changed ollama a b",
        "provider.changed chat mine",
      ]);
      expect(bodies().map(({ model, messages }) => [model, Array.isArray(messages)])).toEqual([
        ["mine", true],
      ]);
    };
    await withHost(greeting, use, { env: noKey });
  });

  it("that can't be done is said, and all is as it was", async () => {
    const use = async (opened: Opened) => {
      const { ask, heard, host } = opened;
      await ask("/provider chat mine");
      const refused: [line: string, notice: string][] = [
        [
          "/provider fly",
          'There is no provider "fly". Use one of: openai, stored, chat, openrouter, ollama, llama.cpp.',
        ],
        ["/provider openrouter", openrouter],
        ["/provider openrouter some/model", openrouter],
        ["/models all", "/models takes nothing behind it."],
      ];
      const before = heard.length;
      const session = host.session();
      for (const [line, notice] of refused) expect(await ask(line)).toEqual([notice]);
      expect(heard.slice(before).map(told)).toEqual(
        refused.map(([, notice]) => `notice ${notice}`),
      );
      expect(host.session()).toBe(session);
      expect(session.settings).toEqual({ provider: "chat", model: "mine" });
      expect(await opened.turn(greeting)).toBe("turn.completed");
      expect(opened.bodies()[0]?.model).toBe("mine");
    };
    const openrouter = "OPENROUTER_API_KEY is not set, and the provider openrouter needs it.";
    await withHost(greeting, use, { env: noKey });
  });

  it("typed while a turn runs waits for its end", async () => {
    await withHost(greeting, async (opened) => {
      const { driver, heard, bodies } = opened;
      await Promise.all(["one", "/provider chat rehearsal-1", "two"].map(driver.send));
      const types = heard.map(({ type }) => type).filter((type) => /^turn\.(?!m)|^pro/.test(type));
      expect(types).toEqual([
        ...["turn.started", "turn.completed", "provider.changed"],
        ...["turn.started", "turn.completed"],
      ]);
      expect(bodies().map((body) => "messages" in body)).toEqual([false, true]);
    });
  });
});

describe("/model", () => {
  it("says which it is, or goes on with another at the same place", async () => {
    const use = async (opened: Opened) => {
      const { ask, turn, bodies } = opened;
      expect(await ask("/model")).toEqual([
        "The model is gpt-5-mini, at openai. /models lists others.",
      ]);
      expect(await ask("/model rehearsal-1")).toEqual(["From now on rehearsal-1, at openai."]);
      await turn(greeting);
      expect(await ask("/model")).toEqual([
        "The model is rehearsal-1, at openai. /models lists others.",
      ]);
      expect(goesBy(opened)).toEqual([
        { provider: "openai", model: "rehearsal-1" },
        "provider.changed openai rehearsal-1",
      ]);
      expect(bodies()[0]?.model).toBe("rehearsal-1");
    };
    await withHost(greeting, use, { env: noKey });
  });
});

describe("/models", () => {
  it("lists those of the provider, and marks the one that is asked", async () => {
    await withHost(greeting, async ({ ask }) => {
      expect(await ask("/models")).toEqual(["  rehearsal-1"]);
      await ask("/model rehearsal-1");
      expect(await ask("/models")).toEqual(["* rehearsal-1"]);
      await ask("/provider chat rehearsal-1");
      expect(await ask("/models")).toEqual(["* rehearsal-1"]);
    });
  });

  it("ends a long list, and says why there is none", async () => {
    const ids = Array.from({ length: 33 }, (_, index) => ({ id: `m-${index}` }));
    let answer: [status: number, body: object] = [200, { object: "list", data: ids }];
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(answer[0], { "content-type": "application/json" });
      response.end(JSON.stringify(answer[1]));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const baseURL = `http://127.0.0.1:${port}/v1`;
    const use = async ({ ask, heard }: Opened) => {
      await ask("/provider local m-1");
      const listed = ids.slice(0, 30).map(({ id }) => `${id === "m-1" ? "*" : " "} ${id}`);
      expect(await ask("/models")).toEqual([[...listed, "and 3 more"].join("\n")]);
      answer = [404, { error: { message: "No such page." } }];
      expect(await ask("/models")).toEqual(["local does not list its models (404 No such page.)."]);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      expect(await ask("/models")).toEqual(["local does not list its models (Connection error.)."]);
      expect(heard.map(({ type }) => type)).toEqual([
        ...["provider.changed", "notice"],
        ...["notice", "notice", "notice"],
      ]);
    };
    await withHost(greeting, use, {
      own: [{ name: "local", baseURL, wire: "chat", model: "m-1" }],
    });
  });
});

describe("/models, where the answer is odd", () => {
  const rows: [body: string, said: string][] = [
    ['{"data":[null,{"id":"m-1"},{"id":7},{},"m-2",{"id":""}]}', "* m-1"],
    ...['{"data":[]}', '{"data":[null]}', '{"data":{}}', "{}", "null", '"m-1"', "[]"].map(
      (body): [string, string] => [body, "local lists no models."],
    ),
    ["<html>", "local does not list its models (its answer is no JSON)."],
    ["", "local lists no models."],
  ];

  it.each(rows)("says so in a sentence: %s", async (body, said) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": body.length,
      });
      response.end(body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const baseURL = `http://127.0.0.1:${port}/v1`;
    const use = async ({ ask }: Opened) => {
      await ask("/provider local");
      expect(await ask("/models")).toEqual([said]);
    };
    await withHost(greeting, use, {
      own: [{ name: "local", baseURL, wire: "chat", model: "m-1" }],
    });
    server.closeAllConnections();
    server.close();
  });
});

describe("a session that goes on", () => {
  it("goes by what it went by, unless something else is asked for", async () => {
    await withHost(greeting, async (opened) => {
      await opened.ask("/provider chat rehearsal-1");
      await opened.turn(greeting);
      const { path } = opened.host.log();
      opened.host.log().close();
      const changes = async () =>
        (await readLog(path)).filter(({ type }) => type === "provider.changed").map(told);
      const first = "provider.changed chat rehearsal-1";
      const asked: [args: string[], settings: object, added: string[]][] = [
        [[], { provider: "chat", model: "rehearsal-1" }, []],
        [
          ["--provider", "chat", "--model", "rehearsal-1"],
          { provider: "chat", model: "rehearsal-1" },
          [],
        ],
        [
          ["--model", "other"],
          { provider: "chat", model: "other" },
          ["provider.changed chat other"],
        ],
        [
          ["--provider", "stored", "--model", "rehearsal-1"],
          { provider: "stored", model: "rehearsal-1" },
          ["provider.changed chat other", "provider.changed stored rehearsal-1"],
        ],
      ];
      for (const [args, settings, added] of asked) {
        await reopened(
          opened,
          async (again) => {
            expect(again.host.session().settings).toEqual(settings);
            expect(await again.turn(greeting)).toBe("turn.completed");
            expect(Object.keys(again.bodies().at(-1) ?? {})).toContain(
              Object(settings).provider === "chat" ? "messages" : "input",
            );
          },
          { args: ["--resume", ...args] },
        );
        expect(await changes()).toEqual([first, ...added]);
      }
    });
  });

  it("of which no provider is known any more is refused in one line", async () => {
    const own = [{ name: "work", baseURL: "http://h/v1", wire: "chat", model: "m" } as const];
    const use = async (opened: Opened) => {
      await opened.turn(greeting);
      await opened.ask("/provider work");
      opened.host.log().close();
      const again = reopened(opened, async () => {}, { args: ["--resume"] });
      await expect(again).rejects.toThrow(
        new Error(
          'There is no provider "work". Use one of: openai, stored, chat, openrouter, ollama, llama.cpp.',
        ),
      );
      // and can be gone on with elsewhere
      await reopened(
        opened,
        async ({ turn }) => expect(await turn(greeting)).toBe("turn.completed"),
        {
          args: ["--resume", "--provider", "chat"],
        },
      );
    };
    await withHost(greeting, use, { own });
  });

  it("another session has settings of its own, and a new one goes on by those before", async () => {
    await withHost(greeting, async ({ ask, host, heard, turn, bodies }) => {
      await ask("/provider chat rehearsal-1");
      await turn(greeting);
      const { length } = heard;
      await ask("/reset");
      expect(host.session().settings).toEqual({ provider: "chat", model: "rehearsal-1" });
      expect([...host.log().read()].map(told)).toEqual([
        expect.stringMatching(/^session\.started 1 /),
        "provider.changed chat rehearsal-1",
        "notice The model is rehearsal-1, at chat.",
        "notice A new session.",
      ]);
      expect(heard.slice(length).map(told)).toEqual(["notice A new session."]);
      await ask("/provider openai gpt-5-mini");
      await turn(greeting);
      await ask("/resume 2");
      expect(host.session().settings).toEqual({ provider: "chat", model: "rehearsal-1" });
      await turn(greeting);
      expect(bodies().map((body) => "messages" in body)).toEqual([true, false, true]);
    });
  });
});
