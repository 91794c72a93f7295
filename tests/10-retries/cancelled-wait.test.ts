import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import {
  CANCELLED,
  LIMITED,
  type OpenSession,
  OVERLOADED,
  script,
  wholeTurn,
  withSession,
} from "./tried.ts";

const forTenMinutes = script({ ...fail("status-429", say("Never said.")), retryAfter: "600" });
const atOnce = script({ ...fail("status-503", say("Never said.")), retryAfter: "0" });
/** Its answer never comes. */
const slow: Scenario = {
  ...findScenario("greeting"),
  responses: [{ output: [], delayMs: 60_000 }],
};

const begun = ["turn.started", "user.message go"];
const waits = `model.retrying 2 600000 ${LIMITED}`;
const tries = (attempt: number) => `model.retrying ${attempt} 0 ${OVERLOADED}`;

type Point = {
  scenario: Scenario;
  /** Called at each retry, with its attempt. */
  atRetry(opened: OpenSession, attempt: number): void;
  lines: string[];
  /** Requests of the turn. */
  requests: number;
};

const cancel = ({ session }: OpenSession) => void session.dispatch({ type: "cancel" });

const points: Record<string, Point> = {
  "CAN-03 in a wait of ten minutes": {
    scenario: forTenMinutes,
    atRetry: (opened) => void setTimeout(30).then(() => cancel(opened)),
    lines: [...begun, waits, CANCELLED],
    requests: 1,
  },
  "when the wait is told": {
    scenario: forTenMinutes,
    atRetry: cancel,
    lines: [...begun, waits, CANCELLED],
    requests: 1,
  },
  "when a wait of no time is told": {
    scenario: atOnce,
    atRetry: cancel,
    lines: [...begun, tries(2), CANCELLED],
    requests: 1,
  },
  "between the second attempt and the third": {
    scenario: atOnce,
    atRetry: (opened, attempt) => attempt === 3 && cancel(opened),
    lines: [...begun, tries(2), tries(3), CANCELLED],
    requests: 2,
  },
  "before the last attempt": {
    scenario: atOnce,
    atRetry: (opened, attempt) => attempt === 4 && cancel(opened),
    lines: [...begun, tries(2), tries(3), tries(4), CANCELLED],
    requests: 3,
  },
  "while the second attempt is on its way": {
    scenario: atOnce,
    atRetry(opened) {
      opened.place.rehearsal.play(slow);
      void untilAsked(opened, 2).then(() => cancel(opened));
    },
    lines: [...begun, tries(2), CANCELLED],
    requests: 2,
  },
};

describe.concurrent("a cancel", () => {
  it.each(Object.entries(points))("ends the turn, and the next one works: %s", async (...row) => {
    const [, { scenario, atRetry, lines, requests }] = row;
    await withSession(scenario, async (opened) => {
      const { session, run, asked, place } = opened;
      const leave = session.subscribe((event) => {
        if (event.type === "model.retrying") atRetry(opened, event.attempt);
      });
      expect(await run("go")).toEqual(lines);
      expect(session.status).toBe("idle");
      leave();
      // a request that was still to come would come now
      await setTimeout(20);
      expect(asked()).toBe(requests);

      place.rehearsal.play(findScenario("greeting"));
      expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
      expect(asked()).toBe(requests + 1);
      expect(Object(place.rehearsal.requests.at(-1)).input).toEqual([
        { role: "user", content: "go" },
        { role: "user", content: "again" },
      ]);
    });
  });

  it("of one turn is none of the wait in another", async () => {
    await withSession(atOnce, async (opened) => {
      const { session, run, asked } = opened;
      const leave = session.subscribe(({ type }) => {
        if (type === "model.retrying") cancel(opened);
      });
      await run("go");
      leave();
      const failed = `turn.failed ${OVERLOADED}`;
      expect(await run("go")).toEqual([...begun, tries(2), tries(3), tries(4), failed]);
      expect(asked()).toBe(5);
    });
  });
});

async function untilAsked({ asked }: OpenSession, count: number): Promise<void> {
  while (asked() < count) await setTimeout(5);
}
