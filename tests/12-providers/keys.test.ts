import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  clientOf,
  hideKey,
  keyOf,
  type Provider,
  presets,
} from "../../chapters/12-providers/providers.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { told } from "../support/turn-traces.ts";
import { type KeyServer, type Refusal, withKeyServer } from "./key-server.ts";
import { type Opened, withHost } from "./opened.ts";
import { script } from "./played.ts";

afterEach(() => vi.unstubAllEnvs());

const greeting = findScenario("greeting");
const openaiKey = "sk-canary-0123456789abcdef";
const workKey = "wk-canary-0123456789abcdef";

const keys = {
  OPENAI_API_KEY: openaiKey,
  WORK_KEY: workKey,
  WORK_TOKEN: "wt-canary-0123456789abcdef",
  OPENROUTER_API_KEY: "or-canary-0123456789abcdef",
  OPENAI_ORG_ID: "org-canary",
  OPENAI_PROJECT_ID: "project-canary",
  OPENAI_CUSTOM_HEADERS: "X-Gateway-Token: gateway-canary",
};

function ownProviders(url: string): Provider[] {
  const own = { baseURL: url, model: "m" };
  return [
    { name: "work", ...own, wire: "chat", keyVariable: "WORK_KEY" },
    { name: "work-2", ...own, wire: "responses", keyVariable: "WORK_KEY" },
    { name: "local", ...own, wire: "chat" },
  ];
}

/** The program with OPENAI_BASE_URL at one server, and providers of the user's own at the other. */
async function withTwoServers(
  use: (opened: Opened, openai: KeyServer, work: KeyServer) => Promise<void>,
  refusal?: Refusal,
): Promise<void> {
  await withKeyServer(async (openai) => {
    await withKeyServer(async (work) => {
      await withHost(greeting, (opened) => use(opened, openai, work), {
        own: ownProviders(work.url),
        env: { ...keys, OPENAI_BASE_URL: openai.url },
      });
    }, refusal);
  }, refusal);
}

describe("a key", () => {
  it("goes to its own provider only, and so do the organization and headers of one's own", async () => {
    await withTwoServers(async ({ ask, turn, heard }, openai, work) => {
      for (const { name } of [...presets.slice(0, 3), ...ownProviders("")]) {
        await ask(`/provider ${name}`);
        await turn(greeting);
        await ask("/models");
      }
      const whole = await ask("/stream off").then(() => turn(greeting));
      expect(whole).toBe("turn.completed");
      const own = `Bearer ${openaiKey} org-canary project-canary gateway-canary`;
      expect(openai.seen).toEqual([
        ...[`/v1/responses ${own}`, `/v1/models ${own}`],
        ...[`/v1/responses ${own}`, `/v1/models ${own}`],
        ...[`/v1/chat/completions ${own}`, `/v1/models ${own}`],
      ]);
      expect(work.seen).toEqual([
        ...[`/v1/chat/completions Bearer ${workKey}`, `/v1/models Bearer ${workKey}`],
        ...[`/v1/responses Bearer ${workKey}`, `/v1/models Bearer ${workKey}`],
        ...["/v1/chat/completions Bearer none", "/v1/models Bearer none"],
        "/v1/chat/completions Bearer none",
      ]);
      expect(heard.filter(({ type }) => type === "turn.completed")).toHaveLength(7);
    });
  });

  const said: [name: string, key: string][] = [
    ["whole", openaiKey],
    ["masked", "sk-ca***********cdef"],
  ];
  const removed = "Incorrect API key provided: [key removed].";

  it.each(said)("that the server repeats is not shown or kept: %s", async (_name, key) => {
    const refusal = { status: 401, message: `Incorrect API key provided: ${key}.` };
    await withTwoServers(async ({ ask, turn, heard, host }) => {
      for (const name of ["openai", "stored", "chat"]) {
        await ask(`/provider ${name}`);
        await turn(greeting);
        await ask("/stream off");
        await turn(greeting);
        await ask("/stream on");
      }
      const failed = heard.filter(({ type }) => type === "turn.failed");
      expect(failed.map(told)).toEqual(Array(6).fill(`turn.failed 401 ${removed}`));
      expect(await ask("/models")).toEqual([`chat does not list its models (401 ${removed}).`]);
      const kept = await readFile(host.log().path, "utf8");
      for (const text of [JSON.stringify(heard), kept]) {
        expect(text).not.toMatch(/canary-|\*\*\*|cdef/);
      }
    }, refusal);
  });

  it("of eight characters is a key too, and what is shorter is a word", () => {
    const message = "Not with k7-short, and not with ollama.";
    const [openai] = presets as [Provider];
    vi.stubEnv("OPENAI_API_KEY", "k7-short");
    expect(hideKey(message, openai)).toBe("Not with [key removed], and not with ollama.");
    vi.stubEnv("OPENAI_API_KEY", "ollama");
    expect(hideKey(message, openai)).toBe(message);
  });

  it("that the server repeats is not in what is told of a retry", async () => {
    const refusal = { status: 503, message: `Too many requests of ${openaiKey}.` };
    await withTwoServers(async ({ turn, heard }) => {
      await turn(greeting);
      const told = heard.flatMap((event) => {
        if (event.type === "model.retrying") return [event.reason];
        return event.type === "turn.failed" ? [event.error] : [];
      });
      expect(told).toEqual(Array(4).fill("503 Too many requests of [key removed]."));
    }, refusal);
  });

  it("TOL-08 is in the environment of no command", async () => {
    const env = script(
      answer(call("call_1", "run_command", '{"command":"env"}')),
      answer(say(".")),
    );
    const use = async ({ turn, heard, bodies, host }: Opened) => {
      expect(await turn(env)).toBe("turn.completed");
      const output = heard.flatMap((event) => (event.type === "tool.finished" ? event.output : []));
      expect(output.join()).toMatch(/^PATH=/m);
      const kept = await readFile(host.log().path, "utf8");
      for (const text of [JSON.stringify(heard), JSON.stringify(bodies()), kept]) {
        expect(text).not.toMatch(/(?:sk|wk|or|wt)-canary/);
      }
    };
    await withHost(env, use, { env: keys });
  });

  it.each(["openai", "stored", "chat"])("is not what --wire shows: %s", async (provider) => {
    await withKeyServer(async ({ url, seen }) => {
      const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: openaiKey };
      const args = ["trace", "12", "hello", "--wire", "--json", "--provider", provider];
      const { code, stdout, stderr } = await runOneTurnAgain(args, { env });
      expect(seen.join()).toContain(openaiKey);
      expect([code, `${stdout}${stderr}`.includes("canary")]).toEqual([0, false]);
    });
  });
});

describe("a key that can't be right", () => {
  const odd = (name: string) =>
    `${name} holds characters that no key has, such as quotes or spaces.`;
  const missing =
    "OPENAI_API_KEY is not set, and the provider openai needs it. For a local server any text will do.";
  const wrong: [name: string, key: string | undefined, error: string][] = [
    ["missing", undefined, missing],
    ["empty", "", missing],
    ["blank", " \n", missing],
    ["in quotes", '"sk-abc"', odd("OPENAI_API_KEY")],
    ["in single quotes", "'sk-abc'", odd("OPENAI_API_KEY")],
    ["in typographic quotes", "“sk-abc”", odd("OPENAI_API_KEY")],
    ["with a newline in it", "sk-\nabc", odd("OPENAI_API_KEY")],
    ["two words", "Bearer sk-abc", odd("OPENAI_API_KEY")],
  ];

  it.each(wrong)("is said in one line, before any request: %s", async (_name, key, error) => {
    const openWith = () => withHost(greeting, async () => {}, { env: { OPENAI_API_KEY: key } });
    await expect(openWith()).rejects.toThrow(new Error(error));
  });

  it("names the variable of the provider that was asked for, and a local one needs none", () => {
    const env = { OPENAI_API_KEY: "sk-abc" };
    const byName = Object.fromEntries(
      presets.map((provider) => {
        try {
          return [provider.name, keyOf(provider, env)];
        } catch (error) {
          return [provider.name, (error as Error).message];
        }
      }),
    );
    expect(byName).toEqual({
      ...{ openai: "sk-abc", stored: "sk-abc", chat: "sk-abc" },
      openrouter: "OPENROUTER_API_KEY is not set, and the provider openrouter needs it.",
      ...{ ollama: "none", "llama.cpp": "none" },
    });
  });

  it("has no place in an address", () => {
    vi.stubEnv("OPENAI_API_KEY", openaiKey);
    vi.stubEnv("OPENAI_BASE_URL", "http://joe:hunter2@127.0.0.1:4010/v1");
    const [openai] = presets as [Provider];
    expect(() => clientOf(openai)).toThrow(
      new Error(
        "OPENAI_BASE_URL holds a user or a password. Leave them out; a key has its own variable.",
      ),
    );
  });

  it("is taken without what a paste leaves around it", () => {
    const [openai] = presets as [Provider];
    expect(keyOf(openai, { OPENAI_API_KEY: " sk-abc\r\n" })).toBe("sk-abc");
  });
});
