import { join } from "node:path";
import { expect, it } from "vitest";
import { chapters } from "../shared/course/chapters.ts";
import { projectRoot } from "../shared/course/project-root.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { startRehearsal } from "../shared/rehearsal/server.ts";
import { deep } from "./support/deep.ts";
import { runNode } from "./support/run-one-turn.ts";
import { writeWorkspace } from "./support/trace.ts";

// the newest is the one that is worked on
const tried = deep ? chapters : chapters.slice(-1);

it.each(tried)("runs $folder from its sources with tsx, in any folder", async ({ folder }) => {
  const rehearsal = await startRehearsal({ scenario: findScenario("greeting") });
  const cwd = await writeWorkspace({});
  const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
  const main = join(projectRoot(), "chapters", folder, "main.ts");
  const args = ["--import", import.meta.resolve("tsx"), main];
  const ran = await runNode(args, { env, cwd, input: "hello\n" });
  await rehearsal.close();
  expect(ran).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^you> .*Hello! What shall we build\?$/ms),
    stderr: "",
  });
});
