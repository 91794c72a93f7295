import { expect, it } from "vitest";
import type { WireEntry } from "../../shared/trace/wire.ts";
import { frontOfAnswer, payloadFirst } from "../../walkthrough/site/client/player/payload-first.ts";
import { summarize } from "../../walkthrough/site/client/player/summarize.ts";
import { wireRows } from "../../walkthrough/site/client/player/wire-rows.ts";
import {
  arrivedAfter,
  arrivedBefore,
  lastArrival,
  nextRequest,
} from "../../walkthrough/site/client/player/wire-slices.ts";
import { turnWithCall } from "./player-events.ts";

const delta = (text: string) => ({ type: "response.output_text.delta", delta: text });
const wire: WireEntry[] = [
  { wire: "request", method: "POST", url: "http://127.0.0.1:4010/v1/responses", body: { a: 1 } },
  { wire: "stream", status: 200 },
  { wire: "event", data: delta("Hel") },
  { wire: "event", data: delta("lo") },
  { wire: "event", data: { type: "response.completed" } },
  { wire: "event", data: ": keep-alive" },
  { wire: "lost", reason: "socket hang up" },
];

it("joins the pieces of a stream that come in a row", () => {
  expect(wireRows(wire)).toEqual([
    { way: "out", label: "POST /v1/responses", count: 1, body: { a: 1 } },
    { way: "in", label: "200, as a stream", count: 1 },
    {
      way: "in",
      label: "response.output_text.delta",
      count: 2,
      text: "Hello",
      body: [delta("Hel"), delta("lo")],
    },
    { way: "in", label: "response.completed", count: 1, body: { type: "response.completed" } },
    { way: "in", label: "text", count: 1, text: ": keep-alive" },
    { way: "broken", label: "the stream broke off", count: 1, text: "socket hang up" },
  ]);
});

it("gives each entry to one event, and what comes behind the last one to none of them", () => {
  const steps = [0, 0, 4, 4, 5].map((wire, index) => {
    const event = turnWithCall[index];
    if (!event) throw new Error("The turn is shorter.");
    return { event, wire, screen: 0 };
  });
  const recorded = { steps, wire };
  const slices = steps.map((_, index) => arrivedBefore(recorded, index));
  expect(slices.map(({ length }) => length)).toEqual([0, 0, 4, 0, 1]);
  expect([...slices.flat(), ...arrivedAfter(recorded, 4)]).toEqual(wire);
  expect(arrivedAfter(recorded, 3)).toEqual([]);
  expect(lastArrival(recorded, 1)).toBeUndefined();
  expect(lastArrival(recorded, 3)).toEqual({ step: 2, entry: wire[3] });
});

it("knows the request that an event announces", () => {
  const steps = [0, 2].map((wire, index) => {
    const event = turnWithCall[index];
    if (!event) throw new Error("The turn is shorter.");
    return { event, wire, screen: 0 };
  });
  expect(nextRequest({ steps, wire }, 0)).toEqual(wire[0]);
  expect(nextRequest({ steps, wire }, 1)).toBeUndefined();
});

it("summarizes what a piece says before where it belongs", () => {
  const piece = {
    output_index: 0,
    item: { id: "fc_1", type: "function_call", status: "completed", name: "run_command" },
  };
  expect(summarize(payloadFirst(piece), 60)).toBe(
    '{ item: { type: "function_call", name: "run_command", id: "fc…", … }, … }',
  );
  const answer = { id: "resp_1", object: "response", text: {}, output: [], status: "completed" };
  expect(summarize(payloadFirst(answer))).toMatch(/^\{ status: "completed", output: \[\], /);
});

it("has the status, the output and the usage of an answer in front", () => {
  const answer = { id: "resp_1", object: "response", error: null, output: [], status: "completed" };
  expect(frontOfAnswer({ ...answer, usage: {} })).toEqual(["status", "output", "usage"]);
  expect(frontOfAnswer({ ...answer, error: "no" })).toEqual(["status", "error", "output"]);
  expect(frontOfAnswer({ id: "msg_1", object: "item" })).toBeUndefined();
});
