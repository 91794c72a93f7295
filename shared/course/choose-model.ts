import type { Scenario } from "../rehearsal/scenario.ts";
import { startRehearsal } from "../rehearsal/server.ts";

export type ChosenModel = {
  /** For whoever talks to the model. An absent value means the client's own default. */
  env: {
    OPENAI_BASE_URL?: string;
    OPENAI_API_KEY: string;
    OPENAI_MODEL?: string;
  };
  real: boolean;
  /** Which model and where, in one line. Never holds a key. */
  said: string;
  /** Ends the rehearsal server, when there is one. */
  close(): Promise<void>;
};

/** What every chapter asks for when OPENAI_MODEL is not set. */
export const defaultModel = "gpt-5-mini";

/** The reader's own model when one is set, else the rehearsal model. Throws one line on a bad address. */
export async function chooseModel(options: {
  scenario?: Scenario;
  rehearse?: boolean;
  /** Of the rehearsal model, before each piece of an answer that is streamed. */
  paceMs?: number;
}): Promise<ChosenModel> {
  const isSet = Boolean(setting("OPENAI_API_KEY") || setting("OPENAI_BASE_URL"));
  if (isSet && !options.scenario && !options.rehearse) return realModel();
  const why =
    isSet && options.scenario ? "; a scenario is scripted, so your own model is not asked" : "";
  return rehearsalModel(options, why);
}

function realModel(): ChosenModel {
  const url = setting("OPENAI_BASE_URL");
  const model = setting("OPENAI_MODEL");
  const place = url ? addressOf(url) : "https://api.openai.com/v1";
  return {
    env: {
      OPENAI_BASE_URL: url,
      OPENAI_API_KEY: setting("OPENAI_API_KEY") ?? "unused",
      OPENAI_MODEL: model,
    },
    real: true,
    said: `${model ?? defaultModel} at ${place}`,
    close: async () => {},
  };
}

async function rehearsalModel(
  options: { scenario?: Scenario; paceMs?: number },
  why: string,
): Promise<ChosenModel> {
  const server = await startRehearsal(options);
  return {
    env: {
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: "offline",
      OPENAI_MODEL: "rehearsal-1",
    },
    real: false,
    said: `rehearsal-1, the offline model, at ${server.url}${why}`,
    close: () => server.close(),
  };
}

/** Without the parts of a URL that may hold a secret. */
function addressOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    throw new Error(
      `OPENAI_BASE_URL is "${url}". It has to be a web address, as in http://127.0.0.1:4010/v1.`,
    );
  }
  return `${parsed.origin}${parsed.pathname}`;
}

function setting(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}
