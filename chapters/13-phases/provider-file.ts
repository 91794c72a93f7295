import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Provider } from "./providers.ts";
import { isWithin } from "./session-folder.ts";

/** By this ending, everything that keeps keys to itself knows one. */
const KEY_NAME = /^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/;

/** Where the user's own providers are named (XDG Base Directory Specification). */
export function providerFile(env = process.env): string {
  const { XDG_CONFIG_HOME = "" } = env;
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config");
  return join(folder, "one-turn", "providers.json");
}

/**
 * The providers of a file: `{ "work": { "baseURL": "https://…/v1", "wire": "chat", "keyVariable": "WORK_KEY", "model": "m" } }`.
 * None where there is no file. Throws one line that says what is wrong in it, or that the tools could write it: who names
 * the providers says where the keys go. A key has no place there.
 */
export function readProviders(path: string, workspaceRoot: string): Provider[] {
  if (isWithin(workspaceRoot, path)) {
    throw new Error(
      `The tools of the workspace ${workspaceRoot} could write ${path}. Start in the folder of a project.`,
    );
  }
  const text = readIfThere(path);
  if (text === undefined) return [];
  const found = parse(text, path);
  return Object.entries(found).map(([name, given]) => {
    const { baseURL, wire = "chat", keyVariable, model, ...others } = Object(given);
    const wrong = (what: string) => new Error(`${path}: "${name}" ${what}.`);
    if (!/^\S+$/.test(name)) throw wrong("has a name that can't be typed: use one word");
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      throw wrong(`has the field "${unknown}": use baseURL, wire, keyVariable and model`);
    }
    if (!isWebAddress(baseURL)) throw wrong("needs a baseURL, as in http://127.0.0.1:8000/v1");
    if (wire !== "chat" && wire !== "responses")
      throw wrong(`has the wire "${wire}": use chat or responses`);
    if (typeof model !== "string" || !model) throw wrong("needs the name of a model");
    if (keyVariable !== undefined && !KEY_NAME.test(String(keyVariable))) {
      throw wrong(
        "needs a keyVariable that ends with _KEY or _TOKEN; the key itself stays in the environment",
      );
    }
    return { name, baseURL, wire, keyVariable, model };
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${path} can't be read (${(error as Error).message}).`);
  }
}

function parse(text: string, path: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) {
      return found as Record<string, unknown>;
    }
  } catch {}
  throw new Error(`${path} is no JSON object of providers.`);
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password;
}
