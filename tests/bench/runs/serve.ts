import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { startRehearsal } from "../../../shared/rehearsal/server.ts";
import { scenarioOf, turnKinds } from "../scenarios.ts";
import type { Served } from "../server.ts";

// The rehearsal model in a process of its own: a server per kind of turn, for as long as the one who asked is there.

let lengths: number[] = [];

subscribe("http.server.request.start", (message) => {
  const { request } = message as { request: IncomingMessage };
  lengths.push(Number(request.headers["content-length"]));
});

const servers = await Promise.all(
  turnKinds.map((kind) => startRehearsal({ scenario: scenarioOf[kind] })),
);
const urls = Object.fromEntries(turnKinds.map((kind, place) => [kind, servers[place]?.url]));

process.on("message", () => {
  process.send?.({ lengths } satisfies Served);
  lengths = [];
  for (const { requests } of servers) requests.length = 0;
});
process.once("disconnect", () => process.exit());
process.send?.({ urls });
