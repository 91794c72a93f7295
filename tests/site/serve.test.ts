import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { deep } from "../support/deep.ts";
import { cleanEnvironment, root, runOneTurn } from "../support/run-one-turn.ts";
import { listPages } from "./read-site.ts";

const folder = mkdtempSync(join(tmpdir(), "one-turn-serve-"));
mkdirSync(join(folder, "a"));
writeFileSync(join(folder, "index.html"), "first");
writeFileSync(join(folder, "a", "index.html"), "second");
writeFileSync(join(folder, "404.html"), "nothing here");

const running: ChildProcess[] = [];

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The server in a process of its own, and the line that it says. */
async function serve(port: number): Promise<{ child: ChildProcess; line: string; port: number }> {
  const program = bundleProgram(root, "tests/site/serve-program.ts");
  const child = spawn(process.execPath, [program, folder, String(port)], {
    env: { ...cleanEnvironment(), ONE_TURN_ROOT: root },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").once("data", resolve);
    child.once("exit", (code) => reject(new Error(`It ended with ${code}.`)));
  });
  return { child, line, port: Number(/:(\d+)\//.exec(line)?.[1]) };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = new Promise((resolve) => child.once("exit", (code, by) => resolve(code ?? by)));
  child.kill(signal);
  return ended;
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

it("takes the next port when the one it is given is taken, and says so", async () => {
  const other = await listen(0, "127.0.0.1");
  const address = other.address();
  const taken = typeof address === "object" ? (address?.port ?? 0) : 0;
  const { child, line, port } = await serve(taken);
  expect(port).toBeGreaterThan(taken);
  expect(line).toBe(
    `The walkthrough is at http://127.0.0.1:${port}/ (${taken} is taken). Ctrl+C ends it.\n`,
  );
  await stop(child, "SIGKILL");
  other.close();
});

it("serves folders and a page for what is not there, to this machine alone, until Ctrl+C", async () => {
  const { child, port } = await serve(0);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
    return [response.status, response.headers.get("location") ?? (await response.text())];
  };
  expect(await get("/")).toEqual([200, "first"]);
  expect(await get("/a/?x=1")).toEqual([200, "second"]);
  expect(await get("/a?x=1")).toEqual([301, "/a/?x=1"]);
  for (const path of ["/b", "/b/c/", "/%", "/a/none.html", "/..%2f..%2fetc/passwd"]) {
    expect([path, ...(await get(path))]).toEqual([path, 404, "nothing here"]);
  }
  const outside = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const here = outside.find(({ family, internal }) => family === "IPv4" && !internal);
  if (here) await expect(fetch(`http://${here.address}:${port}/`)).rejects.toThrow();
  const said = text(child.stdout ?? new ReadableStream());
  expect(await stop(child, "SIGINT")).toBe(0);
  expect(await said).toBe("");
});

it.runIf(deep)(
  "builds from the command into a folder that is empty, and into no other",
  async () => {
    const out = join(folder, "pages");
    const built = await runOneTurn(["walkthrough", "--build", "--out", out], {
      timeoutMs: 280_000,
    });
    expect(built.code).toBe(0);
    expect(listPages(out)).toEqual(expect.arrayContaining(["", "03-events/", "player/", "diff/"]));
    expect(await runOneTurn(["walkthrough", "--build", "--out", folder])).toEqual({
      code: 1,
      stdout: "",
      stderr: `one-turn: ${folder} holds something else than these pages: name another with --out.\n`,
    });
  },
);
