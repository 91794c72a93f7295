import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { answer, fail, inPieces, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { scripted } from "./clients.ts";

// leaves every kind of wait in the middle: what the server still waited for would hold this process for ten minutes
const tenMinutes = 600_000;
const huge = inPieces(...Array.from({ length: 100 }, () => "x".repeat(2 ** 16)));
const stories = {
  pace: { ...answer(say("late")), paceMs: tenMinutes },
  delay: { ...answer(say("late")), delayMs: tenMinutes },
  silence: fail("stall", say("late")),
  comments: fail("stall-with-comments", say("late")),
  "a full connection": answer(huge),
};

for (const [name, response] of Object.entries(stories)) {
  const rehearsal = await startRehearsal({ scenario: scripted(response) });
  const sent = post(`${rehearsal.url}/responses`);
  if (name === "delay") while (rehearsal.requests.length === 0) await new Promise(setImmediate);
  else await readSome(sent);
  sent.destroy();
  await rehearsal.close();
  console.log(`left ${name}`);
}

function post(url: string): ClientRequest {
  const sent = request(url, { method: "POST", agent: false });
  sent.on("error", () => {});
  sent.end(JSON.stringify({ model: "any", input: "hello", stream: true }));
  return sent;
}

async function readSome(sent: ClientRequest): Promise<void> {
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await once(response, "readable");
}
