import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import type { SessionEvent } from "../../shared/events.ts";

/** What a tool puts out in each turn. */
const OUTPUT = "buy milk\n".repeat(110);

/** Writes the log of a session of `count` turns: the one turn of another log, again and again. */
export function repeatTurn(from: string, to: string, count: number): void {
  const lines = readFileSync(from, "utf8").split("\n").slice(0, -1);
  const [started, ...turn] = lines.map((line): SessionEvent => JSON.parse(line));
  if (started?.type !== "session.started" || turn.at(-1)?.type !== "turn.completed") {
    throw new Error(`The log of one turn has ${lines.length} lines and is not whole.`);
  }
  const file = openSync(to, "w");
  writeSync(file, `${JSON.stringify(started)}\n`);
  for (let number = 1; number <= count; number++) {
    const events = turn.map((event, place) => ({
      ...event,
      ...(event.type === "tool.finished" && { output: OUTPUT }),
      turnId: `turn_${number}`,
      sequence: 2 + (number - 1) * turn.length + place,
    }));
    writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  }
  closeSync(file);
}
