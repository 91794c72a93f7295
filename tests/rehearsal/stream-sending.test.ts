import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { answer, say } from "../../shared/rehearsal/scenarios/script.ts";
import { sendStream } from "../../shared/rehearsal/send-stream.ts";
import { type Rehearsal, startRehearsal } from "../../shared/rehearsal/server.ts";
import { root, runNode } from "../support/run-one-turn.ts";
import { scripted } from "./clients.ts";
import { joinDeltas, parseEvents, postStream, readRaw } from "./streams.ts";

const tenMinutes = 600_000;
const beforeTheText = [
  "response.created",
  "response.in_progress",
  "response.output_item.added",
  "response.content_part.added",
];

/** The types of what comes until the server pauses with everything before the text sent. */
async function readUntilText(rehearsal: Rehearsal): Promise<string[]> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of (await postStream(rehearsal)).body ?? []) {
    text += decoder.decode(chunk);
    if (text.includes("content_part.added") && text.endsWith("\n\n")) break;
  }
  return parseEvents(text).map(({ type }) => type);
}

describe("the pace of a stream", () => {
  it("is a wait before each delta, of the script or else of the server", async () => {
    const slow = scripted({ ...answer(say("late")), paceMs: tenMinutes });
    for (const options of [
      { scenario: slow },
      { scenario: slow, paceMs: 0 },
      { scenario: scripted(answer(say("late"))), paceMs: tenMinutes },
      { paceMs: tenMinutes },
    ]) {
      const rehearsal = await startRehearsal(options);
      expect(await readUntilText(rehearsal)).toEqual(beforeTheText);
      await rehearsal.close();
    }
  });

  it("ends with the stream whole; 0 in the script is no wait, whatever the server's", async () => {
    const quick = scripted({ ...answer(say("soon and whole")), paceMs: 0 });
    const paced = scripted({ ...answer(say("soon and whole")), paceMs: 2 });
    for (const scenario of [quick, paced]) {
      const rehearsal = await startRehearsal({ scenario, paceMs: tenMinutes });
      const events = parseEvents((await readRaw(await postStream(rehearsal))).text);
      await rehearsal.close();
      expect([joinDeltas(events), events.at(-1)?.type]).toEqual([
        "soon and whole",
        "response.completed",
      ]);
    }
  });
});

describe("a client that leaves", () => {
  it("leaves nothing behind that holds the server", async () => {
    const program = bundleProgram(root, "tests/rehearsal/leave-program.ts");
    const left = ["pace", "delay", "silence", "comments", "a full connection"];
    expect(await runNode([program])).toEqual({
      code: 0,
      stdout: left.map((name) => `left ${name}\n`).join(""),
      stderr: "",
    });
  });
});

describe("a client that reads slowly", () => {
  it("holds the server back: of five megabytes, two pieces wait at most", async () => {
    const piece = `data: "${"x".repeat(2 ** 16)}"\n\n`;
    const blocks = Array.from({ length: 80 }, () => piece);
    let waiting = 0;
    const server = createServer(async (_request, response) => {
      const write = response.write.bind(response) as (chunk: string) => boolean;
      response.write = (chunk: string) => {
        const more = write(chunk);
        waiting = Math.max(waiting, response.writableLength);
        return more;
      };
      await sendStream(response, { status: 200, body: null }, { blocks, ending: "close" });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const [response] = await once(get({ port, host: "127.0.0.1", agent: false }), "response");
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    let length = 0;
    for await (const chunk of response) length += chunk.length;
    server.close();
    expect(length).toBe(80 * piece.length);
    expect(waiting).toBeLessThan(2 * piece.length);
  });
});
