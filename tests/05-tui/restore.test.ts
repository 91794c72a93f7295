import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { deep } from "../support/deep.ts";
import { writeWorkspace } from "../support/trace.ts";
import {
  closePrograms,
  endedWith,
  openFromShell,
  patiently,
  programArgs,
  untilEnded,
  untouched,
} from "./program.ts";

afterEach(closePrograms);

const crash = programArgs("tests/05-tui/crash.ts");

describe("TUI-02 the terminal is given back", { timeout: 60_000 }, () => {
  const signals: [string, number][] = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ];

  // that the terminal has gone is a SIGHUP, and comes below
  it.each(deep ? signals : signals.slice(0, 2))("after %s", async (signal, code) => {
    const terminal = openFromShell([...crash, signal], {});
    await endedWith(terminal, code);
    expect(terminal.sent()).toContain("\x1b[?1049h");
  });

  it.each([
    ["timer", "Error: Thrown in a timer."],
    ["draw", "Error: Thrown in a draw."],
    ["rejection", "Error: Handled by nobody."],
  ])("after an error that nobody handles, which is told there (%s)", async (name, message) => {
    const terminal = openFromShell([...crash, name], {});
    await untilEnded(terminal);
    const said = await terminal.everything();
    expect(said.filter((line) => /^Error|^ended/.test(line))).toEqual([message, "ended with 1"]);
    expect(said.at(-1)).toBe("ended with 1");
    expect(await terminal.modes()).toEqual(untouched);
    expect(terminal.sent()).toContain("\x1b[?1049h");
  });

  it("after process.exit(), with the warnings that came before it", async () => {
    const terminal = openFromShell([...crash, "exit"], {});
    await endedWith(terminal, 3, "A warning in the middle of the window.");
  });

  it("and without a terminal there is no program", async () => {
    const cwd = await writeWorkspace({});
    const terminal = openFromShell([...crash, "wait"], { cwd });
    await terminal.waitFor("ready");
    terminal.close();
    const ended = () => readFile(join(cwd, "ended"), "utf8");
    await expect.poll(ended, patiently).toBe("129");
  });
});
