import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSessionLog } from "../../chapters/07-sessions/session-store.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { sized } from "../support/deep.ts";
import { faultsOf, inPlace, type Place, readLog, runTurns, told, unpairedCalls } from "./kept.ts";

const lines = "Zeile\u2028für\u2029日本語 🙂";

const scenario: Scenario = {
  name: "own",
  shows: "",
  from: 7,
  user: lines,
  files: { "notes.txt": lines },
  responses: [answer(say(lines), readNotes("call_1")), answer(say(`${lines}!`))],
};

it("a log that is cut at any byte keeps its whole lines", { timeout: 600_000 }, async () => {
  await inPlace(scenario, async (place) => {
    const path = join(place.folder, "cut.jsonl");
    await runTurns(place, path, [scenario.user]);
    const whole = readFileSync(path);
    for (let size = whole.length; size >= whole.length - 2048; size -= sized(8, 1)) {
      truncateSync(path, size);
      const { events, notices } = read(path);
      // without its newline, a line is whole all the same
      const end = whole.lastIndexOf("\n", size) + 1;
      const kept = events.map((event) => `${JSON.stringify(event)}\n`).join("");
      expect(kept).toBe(whole.toString("utf8", 0, end));
      const cut = [`The last line of ${path} was cut off and is left out.`];
      expect(notices).toEqual(size <= end ? [] : cut);
      if (size % sized(128, 1) === 0) await expectToGoOn(place, whole.subarray(0, size));
    }
  });
});

/** A whole turn follows the lines that are whole. */
async function expectToGoOn(place: Place, cut: Buffer): Promise<void> {
  const path = join(place.folder, "goes-on.jsonl");
  writeFileSync(path, cut);
  const { inputs } = await runTurns(place, path, ["again"]);
  const whole = cut.subarray(0, cut.lastIndexOf("\n") + 1);
  expect((await readFile(path)).subarray(0, whole.length).equals(whole)).toBe(true);
  expect(faultsOf(await readLog(path))).toEqual([]);
  expect(inputs.flatMap(unpairedCalls)).toEqual([]);
}

const odd: Record<string, (text: string) => string> = {
  "lines that end as on Windows": (text) => text.replaceAll("\n", "\r\n"),
  "a byte order mark": (text) => `\ufeff${text}`,
  "a last line without a newline": (text) => text.slice(0, -1),
  "empty lines": (text) => text.replaceAll("\n", "\n\n"),
};

it.each(Object.entries(odd))("%s is no damage", async (_name, change) => {
  await inPlace(scenario, async (place) => {
    const whole = await record(place);
    const path = join(place.folder, "odd.jsonl");
    await writeFile(path, change(whole));
    expect(read(path)).toEqual({ events: parse(whole), notices: [] });
    const { inputs } = await runTurns(place, path, ["again"]);
    expect(inputs[0]?.slice(0, -1)).toEqual((await conversationOf(place, whole)).slice(0, -1));
    const text = (await readFile(path, "utf8")).replace(/^\ufeff/, "");
    const events = text.split("\n").filter((each) => each.trim() !== "");
    expect(faultsOf(events.map((each) => JSON.parse(each)))).toEqual([]);
    expect(existsSync(`${path}.damaged`)).toBe(false);
  });
});

it("what is no event is left out, with its number, and all that follows is there", async () => {
  await inPlace(scenario, async (place) => {
    const whole = (await record(place)).split(/(?<=\n)/);
    const path = join(place.folder, "broken.jsonl");
    const future = `${JSON.stringify({ ...JSON.parse(whole[2] ?? ""), type: "from.the.future" })}\n`;
    const junk = [`${"\0".repeat(300)}\n`, "not json\n", "[1]\n", '{"no":"type"}\n'];
    const text = [whole[0], ...junk, future, ...whole.slice(1)].join("");
    await writeFile(path, text);
    const events = [
      JSON.parse(whole[0] ?? ""),
      JSON.parse(future),
      ...parse(whole.slice(1).join("")),
    ];
    const notice = `These lines of ${path} can't be read and are left out: 2, 3, 4, 5. The file as it was is kept in ${path}.damaged.`;
    expect(read(path)).toEqual({ events, notices: [notice] });

    const { events: heard, inputs } = await runTurns(place, path, ["again"]);
    expect((await readFile(path, "utf8")).startsWith(text)).toBe(true);
    expect(await readFile(`${path}.damaged`, "utf8")).toBe(text);
    expect(heard.at(-1)?.type).toBe("turn.completed");
    expect(inputs[0]?.slice(0, -1)).toEqual(
      (await conversationOf(place, whole.join(""))).slice(0, -1),
    );
  });
});

it.each(["own", "two-calls", "too-many-tool-turns"])(
  "any line can be lost, and the model still takes the conversation: %s",
  async (name) => {
    const played = name === "own" ? scenario : findScenario(name);
    await inPlace(played, async (place) => {
      const whole = (await record(place)).split(/(?<=\n)/);
      for (let lost = Math.max(0, whole.length - sized(5, 999)); lost < whole.length; lost++) {
        const path = join(place.folder, `lost-${lost}.jsonl`);
        await writeFile(path, whole.with(lost, '{"type":"tool.fini\n').join(""));
        const { events, inputs } = await runTurns(place, path, ["again"]);
        const ending = played.maxToolTurns ? "turn.failed The model asked" : "turn.completed";
        expect(told(events.at(-1) as SessionEvent)).toMatch(ending);
        expect(inputs.flatMap(unpairedCalls)).toEqual([]);
      }
    });
  },
);

it("a response that holds anything is no reason to stop, nor for the model to refuse", async () => {
  await inPlace(scenario, async (place) => {
    const [started, ...turn] = parse(await record(place));
    const junk = [null, 7, "text", {}, { type: "message" }, { type: "message", content: [null] }];
    const path = join(place.folder, "junk.jsonl");
    for (const items of [
      undefined,
      null,
      7,
      "text",
      {},
      junk,
      [junk],
      [{ type: "function_call" }],
    ]) {
      const responded = { ...turn[2], items };
      const events = [started, ...turn.slice(0, 2), responded];
      await writeFile(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
      const { events: heard, inputs } = await runTurns(place, path, ["again"]);
      expect(heard.at(-1)?.type).toBe("turn.completed");
      expect(inputs.flatMap(unpairedCalls)).toEqual([]);
    }
  });
});

it("a file without a single event is told of, and kept", async () => {
  await inPlace(scenario, async (place) => {
    const path = join(place.folder, "notes.txt");
    await writeFile(path, "buy milk\nbuy bread");
    const { events } = await runTurns(place, path, ["go"]);
    const notices = [
      `These lines of ${path} can't be read and are left out: 1. The file as it was is kept in ${path}.damaged.`,
      `The last line of ${path} was cut off and is left out.`,
    ];
    expect(await readFile(`${path}.damaged`, "utf8")).toBe("buy milk\nbuy bread");
    const text = await readFile(path, "utf8");
    expect(text.startsWith("buy milk\n{")).toBe(true);
    expect(parse(text.slice(9)).slice(0, 3)).toMatchObject([
      { type: "session.started", sequence: 1 },
      { type: "session.resumed", notices, sequence: 2 },
      { type: "turn.started", sequence: 3 },
    ]);
    expect(events[0]?.sequence).toBe(3);
  });
});

it("a file of one line that is no event is copied before it is cut", async () => {
  await inPlace(scenario, async (place) => {
    const path = join(place.folder, "notes.txt");
    await writeFile(path, "buy milk");
    await runTurns(place, path, ["go"]);
    expect(faultsOf(await readLog(path))).toEqual([]);
    expect(await readFile(`${path}.damaged`, "utf8")).toBe("buy milk");
  });
});

async function record(place: Place): Promise<string> {
  const path = join(place.folder, "whole.jsonl");
  await runTurns(place, path, [place.scenario.user, "again"]);
  return readFile(path, "utf8");
}

/** What the model hears when an undamaged log goes on. */
async function conversationOf(place: Place, whole: string): Promise<unknown[]> {
  const path = join(place.folder, "undamaged.jsonl");
  await writeFile(path, whole);
  return (await runTurns(place, path, ["again"])).inputs[0] ?? [];
}

function read(path: string): { events: SessionEvent[]; notices: string[] } {
  const log = openSessionLog(path);
  log.close();
  return { events: [...log.read()], notices: log.notices };
}

function parse(text: string): SessionEvent[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((each) => JSON.parse(each));
}
