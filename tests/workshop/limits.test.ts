import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deep } from "../support/deep.ts";
import { makeClone } from "./clone.ts";

const clone = makeClone();
const session = join(clone.root, "workshop", "03-events", "session.ts");
let right = "";
beforeAll(async () => {
  await clone.workshop("start", "03");
  right = readFileSync(join(clone.root, "chapters", "03-events", "session.ts"), "utf8");
});
afterAll(() => clone.remove());

/** What the check says of a session that does this before its turn. */
async function checkWith(statement: string): Promise<{ code: number | null; said: string }> {
  const before = '    this.status = "running";\n';
  writeFileSync(session, right.replace(before, `${before}    ${statement}\n`));
  const { code, stdout } = await clone.workshop("check");
  return { code, said: stdout.replace(/\s+/g, " ") };
}

it.runIf(deep)("ends a loop that never ends, and says so", { timeout: 120_000 }, async () => {
  const { code, said } = await checkWith("for (;;) {}");
  expect(code).toBe(1);
  expect(said).toMatch(
    /Stopped in "[^"]+": your code did not come back\. Look for a loop that never ends\./,
  );
});

it.runIf(deep)(
  "ends a promise that is never settled, and says so",
  { timeout: 120_000 },
  async () => {
    const { code, said } = await checkWith("await new Promise(() => {});");
    expect(code).toBe(1);
    expect(said).toContain(
      "Stopped after 3 tests that did not end: look for a promise that is never settled, or for a loop that never ends.",
    );
  },
);

it.runIf(deep)("takes an early exit for no pass", { timeout: 120_000 }, async () => {
  const { code, said } = await checkWith("process.exit(0);");
  expect(code).toBe(1);
  expect(said).toContain("process.exit");
});

it.runIf(deep)("shows what the learner's code prints", { timeout: 120_000 }, async () => {
  const { code, said } = await checkWith('console.log("so far", text);');
  expect(code).toBe(1);
  expect(said).toContain("Your code printed:");
});

it.runIf(deep)(
  "does not take the chapter's file for one that is missing",
  { timeout: 120_000 },
  async () => {
    writeFileSync(session, right);
    const missing = join(clone.root, "workshop", "03-events", "event-line.ts");
    const before = readFileSync(missing);
    rmSync(missing);
    const { code, stdout } = await clone.workshop("check");
    writeFileSync(missing, before);
    expect(code).toBe(1);
    expect(stdout).toContain("workshop/03-events/event-line.ts is not there yet.");
  },
);

it.runIf(deep)("is not held up by a loop that prints", { timeout: 120_000 }, async () => {
  const { code, said } = await checkWith(
    'for (;;) { console.log("\\u001b[2Jtick"); await new Promise((next) => setTimeout(next, 50)); }',
  );
  expect(code).toBe(1);
  expect(said).toContain("Stopped");
  expect(said).not.toContain("\u001b");
});
