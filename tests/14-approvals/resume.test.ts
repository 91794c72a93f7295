import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { inPlace, type Place, readLog } from "../07-sessions/kept.ts";
import {
  type Answer,
  type Answerer,
  aboutCalls,
  asks,
  line,
  runs,
  turns,
  useSession,
} from "./asked.ts";

const yes: Answerer = () => ({ decision: "once" });
const session: Answerer = () => ({ decision: "session" });
const toFirst = { type: "approval.answer", callId: "c1", decision: "once" } as const;
const denied: Answer = { decision: "deny" };

/** The log, up to and with the first event of this type. */
async function cutBehind(path: string, type: string): Promise<void> {
  const events = await readLog(path);
  const end = events.findIndex((event) => event.type === type) + 1;
  await writeFile(
    path,
    events
      .slice(0, end)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(""),
  );
}

/** The next session of this log, with one more turn: what was told of calls, the old turn included. */
async function resumed(place: Place, path: string): Promise<string[]> {
  place.rehearsal.play(findScenario("greeting"));
  await useSession(
    place,
    yes,
    async ({ run, session, events }) => {
      await expect(session.dispatch(toFirst)).rejects.toThrow('The call "c1" asks nothing.');
      // the server is as strict as the API
      expect((await run("again")).at(-1)).toBe("turn.completed");
      expect(events.filter(({ type }) => /^approval/.test(type))).toEqual([]);
    },
    path,
  );
  return aboutCalls((await readLog(path)).map(line));
}

describe.concurrent("a program that ends while it asks", () => {
  const command = "echo ran >> ran";
  const scenario = asks(runs("c1", command), runs("c2", command));
  const started = (id: string) => `tool.started ${id} run_command {"command":"${command}"}`;
  const requested = `approval.requested c1 run_command ${command}`;
  const notBegun = "tool.failed c2 run_command Not run: the program ended before this call began.";

  it("had no answer: on resume it is cancelled, failed, and never run", async () => {
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "s.jsonl");
      await useSession(
        place,
        () => denied,
        ({ run }) => run("go"),
        path,
      );
      await cutBehind(path, "approval.requested");
      expect(await resumed(place, path)).toEqual([
        ...[started("c1"), requested, "approval.resolved c1 run_command cancelled"],
        "tool.failed c1 run_command Not run: the program ended before the user had answered.",
        ...[started("c2"), notBegun],
      ]);
      expect(existsSync(join(place.workspaceRoot, "ran"))).toBe(false);
    });
  });

  it("had a yes: nobody knows how far the call came, and it is not run again", async () => {
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "s.jsonl");
      await useSession(place, yes, ({ run }) => run("go"), path);
      await cutBehind(path, "approval.resolved");
      expect(await resumed(place, path)).toEqual([
        ...[started("c1"), requested, "approval.resolved c1 run_command once"],
        "tool.failed c1 run_command The program ended while this call was running. What it had done by then is done.",
        ...[started("c2"), notBegun],
      ]);
      expect(await readFile(join(place.workspaceRoot, "ran"), "utf8")).toBe("ran\nran\n");
    });
  });
});

describe.concurrent("a session that goes on", () => {
  it("APP-06 asks again for what was allowed for the session, also where its log says that it was", async () => {
    const call = [runs("c1", "echo s")];
    await inPlace(turns(call, call, call), async (place) => {
      const path = join(place.folder, "s.jsonl");
      const asked = (answerer: Answerer) =>
        useSession(
          place,
          answerer,
          async ({ run }) => {
            const lines = [...(await run("go")), ...(await run("go"))];
            return lines.filter((each) => /^approval/.test(each));
          },
          path,
        );
      const requested = "approval.requested c1 run_command echo s";
      expect(await asked(session)).toEqual([requested, "approval.resolved c1 run_command session"]);
      place.rehearsal.play(turns(call, call));
      expect(await asked(() => denied)).toEqual([
        ...[requested, "approval.resolved c1 run_command deny"],
        ...[requested, "approval.resolved c1 run_command deny"],
      ]);
    });
  });
});
