import { describe, expect, it } from "vitest";
import { startRehearsal } from "../shared/rehearsal/server.ts";
import { runNode } from "./support/run-one-turn.ts";
import { writeWorkspace } from "./support/trace.ts";
import { describeTurnsWithTools } from "./support/turns-with-tools.ts";

describeTurnsWithTools("02-tools", []);

describe("the program", () => {
  const main = "chapters/02-tools/main.ts";

  it("answers, reads a real file, and ends with the input", async () => {
    const rehearsal = await startRehearsal();
    const cwd = await writeWorkspace({ "README.md": "# Practice\n" });
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
    const tsx = import.meta.resolve("tsx");
    const args = ["--import", tsx, new URL(`../${main}`, import.meta.url).pathname];
    const ran = await runNode(args, { env, cwd, input: "hello\nread README.md\n" });
    await rehearsal.close();
    expect({
      code: ran.code,
      stderr: ran.stderr,
      turns: ran.stdout.split("you> ").length - 2,
    }).toEqual({
      code: 0,
      stderr: "",
      turns: 2,
    });
    expect(ran.stdout.split("you> ")[2]).toMatch(/# Practice/);
  });
});
