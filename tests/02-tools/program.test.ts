import { describe, expect, it } from "vitest";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { runNode } from "../support/run-one-turn.ts";
import { writeWorkspace } from "../support/trace.ts";

const chapter = "02-tools";

describe("the program", () => {
  it("answers, reads a real file, and ends with the input", { timeout: 30_000 }, async () => {
    const rehearsal = await startRehearsal();
    const cwd = await writeWorkspace({ "README.md": "# Practice\n" });
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
    const input = "hello\nread README.md\n";
    const ran = await runNode(chapterProgram(chapter), { env, cwd, input });
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
