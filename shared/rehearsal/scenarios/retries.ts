import type { Scenario } from "../scenario.ts";
import { answer, fail, notes, readNotes, say } from "./script.ts";

/** Faults that pass: the same request, sent again, is answered. */
export const retries: Scenario[] = [
  {
    name: "rate-limited",
    shows: "Too many requests, once: the server says how long to wait.",
    from: 10,
    user: "hello",
    responses: [{ ...fail("status-429", say("Hello again.")), times: 1, retryAfter: "1" }],
  },
  {
    name: "overloaded",
    shows: "The server has too much to do, twice, in the middle of a turn with a tool.",
    from: 10,
    user: "What is in notes.txt?",
    files: notes,
    responses: [
      answer(readNotes("call_1")),
      { ...fail("status-503", say("Buy milk.")), times: 2, retryAfter: "0" },
    ],
  },
  {
    name: "lost-once",
    shows: "The connection is lost before the first byte, once.",
    from: 10,
    user: "hello",
    responses: [{ ...fail("connection-reset", say("Here I am.")), times: 1 }],
  },
];
