import { expect, it } from "vitest";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { chapterProgram } from "../support/chapter-program.ts";
import { runNode } from "../support/run-one-turn.ts";
import { writeWorkspace } from "../support/trace.ts";

const chapter = "03-events";

it("shows the lines of a turn in order", { timeout: 30_000 }, async () => {
  const output = [
    answer(say("Let me look."), call("call_1", "list_workspace", '{"path":"."}')),
    answer(say("One file.")),
  ];
  const rehearsal = await startRehearsal({
    scenario: { name: "own", shows: "", from: 2, user: "", responses: output },
  });
  const cwd = await writeWorkspace({ "a.txt": "" });
  const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
  const ran = await runNode(chapterProgram(chapter), { env, cwd, input: "what is here?\n" });
  await rehearsal.close();
  const started = 'you> Let me look.\ntool> list_workspace {"path":"."}\ntool> list_workspace ';
  const answered = "\nOne file.\nyou> ";
  expect(ran).toEqual({
    code: 0,
    stdout: `${started}finished${answered}\n`,
    stderr: "",
  });
});
