import { afterEach, describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import { closePrograms, endedAfter, openProgram, patiently } from "../05-tui/program.ts";
import { LIMITED, script } from "./tried.ts";

afterEach(closePrograms);

const entry = "chapters/10-retries/main.ts";
const CTRL_C = "\x03";
const limited: Scenario = script({ ...fail("status-429", say("Never.")), retryAfter: "600" });

describe.skipIf(process.platform === "win32")("a wait", { timeout: 180_000 }, () => {
  it("CAN-03 in the window is counted down, ends with Ctrl+C, and the next line is answered", async () => {
    const { terminal, play, heard } = await openProgram({ scenario: limited, entry, columns: 120 });
    await terminal.waitFor("── ready ─");
    terminal.type("hello\r");
    const seconds = /^── again in (\d+) s ─+ PgUp scrolls · Ctrl\+C cancels ──$/;
    await terminal.waitFor(seconds);
    const left = async () =>
      Number((await terminal.screen()).join("\n").match(/── again in (\d+) s/)?.[1]);
    const before = await left();
    // no event comes meanwhile, and no key
    await expect.poll(left, patiently).toBeLessThan(before);
    terminal.type(`next${CTRL_C}`);
    await terminal.waitFor("note> The user cancelled the turn.");
    await terminal.waitFor("── ready ─");
    play(findScenario("greeting"));
    terminal.type("\r");
    await terminal.waitFor("Hello! What shall we build?");
    expect(heard()).toEqual(["hello", "next"]);
    await terminal.waitFor("── ready ─");
    terminal.type(CTRL_C);
    await endedAfter(
      terminal,
      130,
      "you> hello",
      `note> ${LIMITED} The request is sent again in 600 s.`,
    );
  });
});
