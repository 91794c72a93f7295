import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Responses } from "openai/resources";
import { expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import { deep } from "../support/deep.ts";
import { root, runNode } from "../support/run-one-turn.ts";
import { withRehearsal } from "./clients.ts";
import { type Event, parseEvents, postStream, readRaw } from "./streams.ts";

/** `output_text` is added by the SDK, and its type leaves out that the API sends null for no usage. */
const header = `import type { Responses } from "openai/resources";
type OnTheWire<Event> = Event extends { response: Responses.Response }
  ? Omit<Event, "response"> & {
      response: Omit<Responses.Response, "output_text" | "usage"> & { usage: Responses.ResponseUsage | null };
    }
  : Event;
type Sent = OnTheWire<Responses.ResponseStreamEvent>;
`;

/** These stay silent after events that others send as well. */
const endless = ["stall", "stall-with-comments"];
/** Two hundred times what others send once. */
const long = deep ? [] : ["many-calls"];

it("every event of every scenario compiles against the SDK's types (WIRE 12)", async () => {
  // below the packages, so that the compiler finds the SDK from there
  const folder = await mkdtemp(join(root, "node_modules/.one-turn-types-"));
  try {
    const files: string[] = [];
    for (const scenario of scenarios.filter(isNew)) {
      const file = join(folder, `${scenario.name}.ts`);
      const events = (await playStreams(scenario)).filter(
        ({ type }) => !type.startsWith("rehearsal."),
      );
      await writeFile(
        file,
        `${header}export const sent: Sent[] = ${JSON.stringify(events, null, 1)};\n`,
      );
      files.push(file);
    }
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--skipLibCheck"];
    const tsc = [
      "node_modules/typescript/bin/tsc",
      "--ignoreConfig",
      ...options,
      "--types",
      "node",
    ];
    expect(await runNode([...tsc, ...files])).toEqual({ code: 0, stdout: "", stderr: "" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** On this path the ways of other servers are none. */
function isNew({ name, responses }: Scenario): boolean {
  const isPlain = responses.every(({ chat }) => chat === undefined);
  return isPlain && ![...endless, ...long].includes(name);
}

/** The events of a whole turn: the items go back as they came, and every call gets an output. */
async function playStreams(scenario: Scenario): Promise<Event[]> {
  const played: Event[] = [];
  const input: object[] = [{ role: "user", content: scenario.user }];
  await withRehearsal(scenario, async (rehearsal) => {
    for (;;) {
      const response = await postStream(rehearsal, { input }).catch(() => undefined);
      // an API error is no event, and an odd name is not taken back
      if (response?.status !== 200) return;
      const { text } = await readRaw(response);
      const events = scenario.name === "broken-json" ? [] : parseEvents(text);
      const items = events
        .filter(({ type }) => type === "response.output_item.done")
        .map(({ item }) => item as Responses.ResponseOutputItem);
      const calls = items.filter((item) => item.type === "function_call");
      played.push(...events);
      input.push(...items);
      for (const { call_id } of calls) {
        input.push({ type: "function_call_output", call_id, output: "done" });
      }
      if (calls.length === 0) return;
    }
  });
  return played;
}
