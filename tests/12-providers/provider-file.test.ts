import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseSettings } from "../../chapters/12-providers/choose-settings.ts";
import { providerFile, readProviders } from "../../chapters/12-providers/provider-file.ts";
import { clientOf, type Provider, presets } from "../../chapters/12-providers/providers.ts";

afterEach(() => vi.unstubAllEnvs());

async function withFile<Result>(
  text: string | undefined,
  use: (path: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "one-turn-config-"));
  const path = join(folder, "providers.json");
  if (text !== undefined) await writeFile(path, text);
  try {
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** For a workspace that has nothing to do with it. */
function read(path: string): Provider[] {
  return readProviders(path, import.meta.dirname);
}

/** What is said of a file, without its path. */
function said(path: string): string {
  try {
    read(path);
    return "nothing";
  } catch (error) {
    return (error as Error).message.replaceAll(path, "FILE");
  }
}

describe("the file of the user's own providers", () => {
  it("names where they are, how they are asked, and where their key is", async () => {
    const work = { baseURL: "https://models.example/v1", wire: "responses", model: "large" };
    const text = JSON.stringify({
      work: { ...work, keyVariable: "WORK_TOKEN" },
      local: { baseURL: "http://127.0.0.1:8000/v1", model: "small" },
    });
    expect(await withFile(text, read)).toEqual([
      { name: "work", ...work, keyVariable: "WORK_TOKEN" },
      {
        ...{ name: "local", baseURL: "http://127.0.0.1:8000/v1", wire: "chat", model: "small" },
        keyVariable: undefined,
      },
    ]);
  });

  it.each(["", "below"])("APP-07 is not within reach of the tools: %j", async (below) => {
    await withFile("{}", (path) => {
      const workspaceRoot = dirname(path);
      const file = join(workspaceRoot, below, "providers.json");
      expect(() => readProviders(file, workspaceRoot)).toThrow(
        new Error(
          `The tools of the workspace ${workspaceRoot} could write ${file}. Start in the folder of a project.`,
        ),
      );
    });
  });

  it("need not be there, and may be empty of providers", async () => {
    expect(await withFile(undefined, read)).toEqual([]);
    expect(await withFile("{}", read)).toEqual([]);
  });

  const address = 'FILE: "a" needs a baseURL, as in http://127.0.0.1:8000/v1.';
  const variable =
    'FILE: "a" needs a keyVariable that ends with _KEY or _TOKEN; the key itself stays in the environment.';
  const noObject = "FILE is no JSON object of providers.";
  const good = { baseURL: "http://h/v1", model: "m" };
  const mistakes: [name: string, text: unknown, error: string][] = [
    ["no JSON", "{", noObject],
    ["nothing", "", noObject],
    ["a list", [], noObject],
    ["null", null, noObject],
    ["a text", '"work"', noObject],
    ["a provider that is null", { a: null }, address],
    ["a provider that is a list", { a: [] }, address],
    ["no address", { a: { model: "m" } }, address],
    ["an address without http", { a: { ...good, baseURL: "h/v1" } }, address],
    ["an address of a file", { a: { ...good, baseURL: "file:///v1" } }, address],
    ["an address that is a number", { a: { ...good, baseURL: 8000 } }, address],
    ["an address with a key", { a: { ...good, baseURL: "http://me:secret@h/v1" } }, address],
    ["no model", { a: { baseURL: "http://h/v1" } }, 'FILE: "a" needs the name of a model.'],
    ["an empty model", { a: { ...good, model: "" } }, 'FILE: "a" needs the name of a model.'],
    [
      "an unknown wire",
      { a: { ...good, wire: "soap" } },
      'FILE: "a" has the wire "soap": use chat or responses.',
    ],
    ["a key for its variable", { a: { ...good, keyVariable: "sk-secret-1" } }, variable],
    ["a variable that nobody guards", { a: { ...good, keyVariable: "PATH" } }, variable],
    ["an empty variable", { a: { ...good, keyVariable: "" } }, variable],
    [
      "a key",
      { a: { ...good, apiKey: "sk-secret-1" } },
      'FILE: "a" has the field "apiKey": use baseURL, wire, keyVariable and model.',
    ],
    [
      "a name of two words",
      { "a b": good },
      `FILE: "a b" has a name that can't be typed: use one word.`,
    ],
    ["no name", { "": good }, `FILE: "" has a name that can't be typed: use one word.`],
    ["one that is wrong behind a good one", { b: good, a: { model: "m" } }, address],
  ];

  it.each(mistakes)("is refused in one line, and no key is shown: %s", async (...mistake) => {
    const [, content, error] = mistake;
    const text = typeof content === "string" ? content : JSON.stringify(content);
    expect(await withFile(text, said)).toBe(error);
    expect(error).not.toMatch(/secret|\n/);
  });

  it("is refused in one line where it is a folder", async () => {
    await withFile(undefined, async (path) => {
      await mkdir(path);
      expect(said(path)).toBe(
        "FILE can't be read (EISDIR: illegal operation on a directory, read).",
      );
    });
  });

  it.skipIf(process.getuid?.() === 0)("is refused in one line where it is closed", async () => {
    await withFile("{}", async (path) => {
      await chmod(path, 0);
      expect(said(path)).toBe("FILE can't be read (EACCES: permission denied, open 'FILE').");
    });
  });

  it("lies where the user's settings lie", () => {
    const rest = join("one-turn", "providers.json");
    const usual = join(homedir(), ".config", rest);
    expect(providerFile({ XDG_CONFIG_HOME: "/etc/mine" })).toBe(join("/etc/mine", rest));
    for (const XDG_CONFIG_HOME of [undefined, "", "relative"]) {
      expect(providerFile({ XDG_CONFIG_HOME })).toBe(usual);
    }
  });
});

describe("OPENAI_BASE_URL", () => {
  const own: Provider = { name: "work", baseURL: "http://h/v1", wire: "chat", model: "m" };
  const places = () =>
    Object.fromEntries(
      [own, ...presets].map((provider) => [provider.name, clientOf(provider).baseURL]),
    );
  const fixed = {
    work: "http://h/v1",
    openrouter: "https://openrouter.ai/api/v1",
    ollama: "http://127.0.0.1:11434/v1",
    "llama.cpp": "http://127.0.0.1:8080/v1",
  };

  it.each([
    ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010/v1"],
    [undefined, "https://api.openai.com/v1"],
    ["", "https://api.openai.com/v1"],
  ])("moves the three that share it, and nobody else: %s", (address, expected) => {
    vi.stubEnv("OPENAI_BASE_URL", address);
    vi.stubEnv("OPENAI_API_KEY", "any");
    vi.stubEnv("OPENROUTER_API_KEY", "any");
    expect(places()).toEqual({ ...fixed, openai: expected, stored: expected, chat: expected });
  });
});

describe("what is asked for", () => {
  const choose = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    chooseSettings(["node", "main", ...args], presets, env);

  it("is what the options say, else the variables, else nothing", () => {
    const env = { ONE_TURN_PROVIDER: "ollama", ONE_TURN_MODEL: "small" };
    expect([
      choose([]),
      choose([], { ONE_TURN_PROVIDER: "", ONE_TURN_MODEL: "" }),
      choose([], env),
      choose(["--provider", "chat"], env),
      choose(["--model", "large"], env),
      choose(["--provider", "chat", "--model", "large"], env),
    ]).toEqual([
      ...[{}, {}],
      { provider: "ollama", model: "small" },
      { provider: "chat", model: "small" },
      { provider: "ollama", model: "large" },
      { provider: "chat", model: "large" },
    ]);
  });

  it("is the model of the provider, where none is named, and OPENAI_MODEL at its own address", () => {
    const env = { OPENAI_MODEL: "mine" };
    expect([
      choose(["--provider", "chat"]),
      choose(["--provider", "chat"], env),
      choose(["--provider", "stored"], env),
      choose(["--provider", "ollama"], env),
      choose(["--provider", "openrouter"], env),
    ]).toEqual([
      { provider: "chat", model: "gpt-5-mini" },
      { provider: "chat", model: "mine" },
      { provider: "stored", model: "mine" },
      { provider: "ollama", model: "qwen3" },
      { provider: "openrouter", model: "openai/gpt-5-mini" },
    ]);
  });

  it("is another model where only that is named: whoever the session goes by stays", () => {
    expect(choose(["--model", "large"])).toEqual({ model: "large" });
  });

  it("is refused in one line where there is no such provider", () => {
    const error = new Error(
      'There is no provider "fly". Use one of: openai, stored, chat, openrouter, ollama, llama.cpp.',
    );
    expect(() => choose(["--provider", "fly"])).toThrow(error);
    expect(() => choose([], { ONE_TURN_PROVIDER: "fly" })).toThrow(error);
  });
});
