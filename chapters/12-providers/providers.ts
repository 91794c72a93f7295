import OpenAI from "openai";

/** Where models are, and how they are asked. */
export type Provider = {
  name: string;
  /** That of the `openai` package without one: OPENAI_BASE_URL, or api.openai.com. */
  baseURL?: string;
  wire: "responses" | "chat";
  /** Whether the server remembers what was said. */
  stored?: boolean;
  /** The variable that holds the key. Without one, no key is needed, and none is sent. */
  keyVariable?: string;
  /** Asked for when no other is named. */
  model: string;
};

const openai = { wire: "responses", keyVariable: "OPENAI_API_KEY", model: "gpt-5-mini" } as const;

/** Each has its own address and its own key. Only the first three follow OPENAI_BASE_URL, which they share. */
export const presets: Provider[] = [
  { name: "openai", ...openai },
  { name: "stored", ...openai, stored: true },
  { name: "chat", ...openai, wire: "chat" },
  {
    name: "openrouter",
    baseURL: "https://openrouter.ai/api/v1",
    wire: "chat",
    keyVariable: "OPENROUTER_API_KEY",
    model: "openai/gpt-5-mini",
  },
  { name: "ollama", baseURL: "http://127.0.0.1:11434/v1", wire: "chat", model: "qwen3" },
  { name: "llama.cpp", baseURL: "http://127.0.0.1:8080/v1", wire: "chat", model: "default" },
];

/** Throws one line that lists the names. */
export function findProvider(name: string, providers: Provider[]): Provider {
  const found = providers.find((each) => each.name === name);
  if (found) return found;
  const names = providers.map((each) => each.name).join(", ");
  throw new Error(`There is no provider "${name}". Use one of: ${names}.`);
}

/** The key of a provider, which goes nowhere else. Throws one line that names the variable, and never shows a key. */
export function keyOf({ name, keyVariable }: Provider, env = process.env): string {
  // the package wants some key, also where no server looks at it
  if (keyVariable === undefined) return "none";
  const key = env[keyVariable]?.trim();
  if (!key) {
    const local = name === "openai" ? " For a local server any text will do." : "";
    throw new Error(`${keyVariable} is not set, and the provider ${name} needs it.${local}`);
  }
  if (!/^[\x21-\x7e]+$/.test(key) || /["'`]/.test(key)) {
    throw new Error(`${keyVariable} holds characters that no key has, such as quotes or spaces.`);
  }
  return key;
}

/** In characters. What is shorter is a word that a local server is given. */
const SHORTEST_KEY = 8;

/** What a server says about a key may hold it, or a part of it with asterisks. Another mask, such as `sk-a...ef45`, stays. */
export function hideKey(text: string, provider: Provider): string {
  const key = keyOf(provider);
  const rest = key.length < SHORTEST_KEY ? text : text.replaceAll(key, "[key removed]");
  return rest.replace(/[\w-]*\*{3,}[\w*-]*/g, "[key removed]");
}

/** Throws one line where there is no key, or an address holds one. */
export function clientOf(provider: Provider): OpenAI {
  const { baseURL } = provider;
  const apiKey = keyOf(provider);
  if (baseURL === undefined) return new OpenAI({ apiKey, baseURL: ownAddress() });
  // what the environment says beside is for its own address
  const defaultHeaders = Object.fromEntries(customHeaders().map((name) => [name, null]));
  return new OpenAI({ apiKey, baseURL, organization: null, project: null, defaultHeaders });
}

/** fetch takes no address with a password, and every error would show it. */
function ownAddress(): string | undefined {
  const address = process.env.OPENAI_BASE_URL?.trim();
  if (!address || !URL.canParse(address)) return address || undefined;
  const { username, password } = new URL(address);
  if (username === "" && password === "") return address;
  throw new Error(
    "OPENAI_BASE_URL holds a user or a password. Leave them out; a key has its own variable.",
  );
}

/** The names of those that the package takes from the environment. */
function customHeaders(): string[] {
  const lines = process.env.OPENAI_CUSTOM_HEADERS?.split("\n") ?? [];
  return lines.flatMap((line) =>
    line.includes(":") ? [line.slice(0, line.indexOf(":")).trim()] : [],
  );
}
