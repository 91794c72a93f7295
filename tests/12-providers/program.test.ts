import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { inPlace, type Place } from "../07-sessions/kept.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { type Ran, runNode } from "../support/run-one-turn.ts";
import type { Body } from "./played.ts";

const key = "sk-canary-0123456789abcdef";

type Start = { args?: string[]; env?: Record<string, string>; lines?: string[] };

/** The real program, with these lines typed, and everything of its user's in the folder of the place. */
function run(place: Place, { args = [], env = {}, lines = [] }: Start): Promise<Ran> {
  return runNode([...chapterProgram("12-providers"), ...args, "--allow-commands"], {
    input: `${lines.join("\n")}\n`,
    cwd: place.workspaceRoot,
    env: {
      ...{ XDG_STATE_HOME: place.folder, XDG_CONFIG_HOME: place.folder },
      ...{ OPENAI_BASE_URL: place.rehearsal.url, OPENAI_API_KEY: key, OPENROUTER_API_KEY: "" },
      ...env,
    },
  });
}

/** In the order of arrival: the path that the body belongs to, and its model. */
function asked(requests: unknown[]): string[] {
  return (requests as Body[]).map(
    (body) => `${"messages" in body ? "chat" : "responses"} ${body.model} ${body.stream ?? false}`,
  );
}

it("the program goes from one server to another, and goes on there", async () => {
  await inPlace(findScenario("read-file"), async (place) => {
    const { rehearsal, folder } = place;
    const other = await startRehearsal({ scenario: findScenario("run-command") });
    try {
      await mkdir(join(folder, "one-turn"));
      const work = { baseURL: other.url, keyVariable: "WORK_KEY", model: "rehearsal-1" };
      const local = { baseURL: "http://127.0.0.1:1/v1", model: "m" };
      const path = join(folder, "one-turn", "providers.json");
      await writeFile(path, JSON.stringify({ work, ollama: local }));
      const { code, stdout, stderr } = await run(place, {
        env: { ONE_TURN_PROVIDER: "chat", ONE_TURN_MODEL: "rehearsal-1", WORK_KEY: `${key}-2` },
        lines: [
          ...["/metrics off", "/provider", "What is in notes.txt?", "/provider openrouter"],
          ...["/provider work", "/models", "/model", "Run the two-line command.", "/stream off"],
          ...["/provider stored rehearsal-1", "What is in notes.txt?", "/exit"],
        ],
      });
      const ran = [
        'tool> run_command {"command":"node -e \\"console.log(\'first\'); setTimeout(console.log, 600, \'second\')\\""}',
        ...["      first", "      second"],
      ];
      const read = [
        "you> What is in notes.txt?",
        'tool> read_workspace_file {"path":"notes.txt","start_line":1}',
        ...["      buy milk", "Buy milk."],
      ];
      expect([code, stderr, stdout.split("\n")]).toEqual([
        ...[0, ""],
        [
          "note> The model is rehearsal-1, at chat.",
          "note> No line tells what a turn cost.",
          `note> ${[
            `  work: ${other.url}, chat, key in WORK_KEY`,
            "  ollama: http://127.0.0.1:1/v1, chat",
            `  openai: ${rehearsal.url}, responses, key in OPENAI_API_KEY`,
            `  stored: ${rehearsal.url}, responses, key in OPENAI_API_KEY`,
            `* chat (rehearsal-1): ${rehearsal.url}, chat, key in OPENAI_API_KEY`,
            "  openrouter: https://openrouter.ai/api/v1, chat, key in OPENROUTER_API_KEY",
            "  llama.cpp: http://127.0.0.1:8080/v1, chat",
          ].join("\n      ")}`,
          ...read,
          "note> OPENROUTER_API_KEY is not set, and the provider openrouter needs it.",
          "note> From now on rehearsal-1, at work.",
          "note> * rehearsal-1",
          "note> The model is rehearsal-1, at work. /models lists others.",
          "you> Run the two-line command.",
          ...ran,
          "It printed two lines: first, then second.",
          "note> Answers come whole.",
          "note> From now on rehearsal-1, at stored.",
          ...read,
          "",
        ].flatMap((each) => each.split("\n")),
      ]);
      const chat = "chat rehearsal-1 true";
      const stored = "responses rehearsal-1 false";
      expect(asked(rehearsal.requests)).toEqual([chat, chat, stored, stored]);
      expect(asked(other.requests)).toEqual([chat, chat]);

      // it goes on where it was, and sends all of it
      const resumed = await run(place, { args: ["--resume"], lines: ["What is in notes.txt?"] });
      expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
      const { previous_response_id, input } = Object(rehearsal.requests[4]);
      expect([previous_response_id, input.length]).toEqual([undefined, 13]);
      expect(asked(rehearsal.requests.slice(4))).toHaveLength(2);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const file of files.filter((each) => each.isFile())) {
        expect(await readFile(join(file.parentPath, file.name), "utf8")).not.toContain("canary");
      }
      expect(`${stdout}${resumed.stdout}`).not.toContain("canary");
    } finally {
      await other.close();
    }
  });
});

it.each([
  [
    { env: { OPENAI_API_KEY: "" } },
    "OPENAI_API_KEY is not set, and the provider openai needs it. For a local server any text will do.",
  ],
  [
    { args: ["--provider", "fly"] },
    'There is no provider "fly". Use one of: openai, stored, chat, openrouter, ollama, llama.cpp.',
  ],
])("the program says in one line what it needs, and ends: %j", async (start, error) => {
  await inPlace(findScenario("greeting"), async (place) => {
    const ran = await run(place, { ...start, lines: ["hello"] });
    expect(ran).toEqual({ code: 1, stdout: "", stderr: `${error}\n` });
    expect(place.rehearsal.requests).toEqual([]);
  });
});

it("a start that is refused writes nothing: the session can be gone on with as before", async () => {
  await inPlace(findScenario("greeting"), async (place) => {
    const path = join(place.folder, "s.jsonl");
    const start = (args: string[], lines: string[] = []) =>
      run(place, { args: ["--session", path, ...args], lines });
    await start(["--provider", "chat", "--model", "rehearsal-1"], ["/metrics off", "hello"]);
    // it died in the middle of its turn
    const whole = await readFile(path, "utf8");
    const died = whole.slice(0, whole.indexOf('{"type":"assistant.message"'));
    await writeFile(path, died);
    expect(await start(["--provider", "openrouter"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "OPENROUTER_API_KEY is not set, and the provider openrouter needs it.\n",
    });
    expect(await readFile(path, "utf8")).toBe(died);
    const { code, stdout } = await start([], ["/model"]);
    expect([code, stdout.split("\n").at(-2)]).toEqual([
      ...[0, "note> The model is rehearsal-1, at chat. /models lists others."],
    ]);
  });
});

it("what is asked for at the start holds for the session that is begun with it, and for no other", async () => {
  await inPlace(findScenario("greeting"), async (place) => {
    const path = join(place.folder, "s.jsonl");
    await run(place, { args: ["--session", path, "--model", "one"], lines: ["hello"] });
    const before = await readFile(path, "utf8");
    const variables: Record<string, string>[] = [
      {},
      { ONE_TURN_PROVIDER: "stored", ONE_TURN_MODEL: "three" },
    ];
    for (const env of variables) {
      const { stdout } = await run(place, {
        args: ["--provider", "chat", "--model", "two"],
        env,
        lines: ["/model", `/load ${path}`, "/model"],
      });
      expect(stdout.split("\n").filter((each) => /The model is/.test(each))).toEqual([
        ...[
          "note> The model is two, at chat.",
          "note> The model is two, at chat. /models lists others.",
        ],
        "note> The model is one, at openai. /models lists others.",
      ]);
    }
    expect(await readFile(path, "utf8")).toBe(before);
  });
});
