import { afterEach, expect, it, vi } from "vitest";
import { chooseModel } from "../../shared/course/choose-model.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";

afterEach(() => vi.unstubAllEnvs());

const scripted: Scenario = {
  name: "scripted",
  shows: "a script",
  from: 1,
  user: "hello",
  responses: [{ output: [{ type: "message", text: "From the script." }] }],
};

it.each([{}, { OPENAI_API_KEY: "", OPENAI_BASE_URL: "  " }, { OPENAI_MODEL: "gpt-5" }])(
  "rehearses when neither a key nor an address is set: %j",
  async (settings) => {
    const { model, said } = await chosen(settings, {});
    expect(model).toEqual({
      OPENAI_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      OPENAI_API_KEY: "offline",
      OPENAI_MODEL: "rehearsal-1",
    });
    expect(said).toBe(`rehearsal-1, the offline model, at ${model.OPENAI_BASE_URL}`);
  },
);

it("takes the real model when a key is set, and never says the key", async () => {
  expect(await chosen({ OPENAI_API_KEY: " sk-canary\n" }, {})).toEqual({
    model: { OPENAI_BASE_URL: undefined, OPENAI_API_KEY: "sk-canary", OPENAI_MODEL: undefined },
    real: true,
    said: "gpt-5-mini at https://api.openai.com/v1",
  });
});

it("takes a local server without a key, and says its address without what may be secret", async () => {
  const settings = {
    OPENAI_BASE_URL: "http://me:canary@localhost:8080/v1?key=canary",
    OPENAI_MODEL: "qwen",
  };
  expect(await chosen(settings, {})).toEqual({
    model: {
      OPENAI_BASE_URL: settings.OPENAI_BASE_URL,
      OPENAI_API_KEY: "unused",
      OPENAI_MODEL: "qwen",
    },
    real: true,
    said: "qwen at http://localhost:8080/v1",
  });
});

it.each(["localhost:8080", "ftp://127.0.0.1/v1", '"http://127.0.0.1/v1"', "nonsense"])(
  "PRO-01 refuses the address %s before anything is sent to it",
  async (address) => {
    await expect(chosen({ OPENAI_BASE_URL: address }, {})).rejects.toThrow(
      new Error(
        `OPENAI_BASE_URL is "${address}". It has to be a web address, as in http://127.0.0.1:4010/v1.`,
      ),
    );
  },
);

it("rehearses when asked to, whatever is set", async () => {
  const settings = { OPENAI_API_KEY: "sk-canary", OPENAI_BASE_URL: "nonsense" };
  const { real, said } = await chosen(settings, { rehearse: true });
  expect({ real, said }).toEqual({
    real: false,
    said: expect.stringMatching(/^rehearsal-1, the offline model, at http:[^ ]*$/),
  });
});

it("plays a scenario on the rehearsal model also when a real one is set, and says so", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-canary");
  const model = await chooseModel({ scenario: scripted });
  const response = await fetch(`${model.env.OPENAI_BASE_URL}/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "rehearsal-1", input: "hello" }),
  });
  const answer = JSON.stringify(await response.json());
  await model.close();
  expect(answer).toContain("From the script.");
  expect(model.said).toBe(
    `rehearsal-1, the offline model, at ${model.env.OPENAI_BASE_URL}; a scenario is scripted, so your own model is not asked`,
  );
});

it("ends the rehearsal server when it is closed", async () => {
  const { model } = await chosen({}, {});
  await expect(fetch(`${model.OPENAI_BASE_URL}/models`)).rejects.toThrow("fetch failed");
});

async function chosen(
  settings: Record<string, string | undefined>,
  options: { rehearse?: boolean },
) {
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"]) {
    vi.stubEnv(name, settings[name]);
  }
  const { env: model, real, said, close } = await chooseModel(options);
  await close();
  return { model, real, said };
}
