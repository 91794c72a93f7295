import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
writeFileSync(join(folder, "a.md"), "à la");
writeFileSync(join(folder, "llms.txt"), "à la");
writeFileSync(join(folder, ".hidden"), "no");

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
  const textOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.headers.get("content-type"), await response.text()];
  };
  expect(await textOf("/a.md")).toEqual(["text/markdown; charset=utf-8", "à la"]);
  expect(await textOf("/llms.txt?x")).toEqual(["text/plain; charset=utf-8", "à la"]);
  for (const path of ["/.hidden", "/%2ehidden", "/a/../.hidden"]) {
    expect([path, ...(await get(path))]).toEqual([path, 404, "nothing here"]);
  }
  const posted = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const outside = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const here = outside.find(({ family, internal }) => family === "IPv4" && !internal);
  if (here) await expect(fetch(`http://${here.address}:${port}/`)).rejects.toThrow();
  const said = text(child.stdout ?? new ReadableStream());
  expect(await stop(child, "SIGINT")).toBe(0);
  expect(await said).toBe("");
});

it.runIf(process.platform !== "win32")("follows no link out of its folder", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "one-turn-elsewhere-"));
  writeFileSync(join(elsewhere, "index.html"), "secret");
  symlinkSync(elsewhere, join(folder, "out"));
  symlinkSync(join(elsewhere, "index.html"), join(folder, "page.html"));
  symlinkSync(join(folder, "a"), join(folder, "inside"));
  const { child, port } = await serve(0);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [path, response.status, await response.text()];
  };
  for (const path of ["/out", "/out/", "/out/index.html", "/page.html", "/page"]) {
    expect(await get(path)).toEqual([path, 404, "nothing here"]);
  }
  expect(await get("/inside/")).toEqual(["/inside/", 200, "second"]);
  await stop(child, "SIGKILL");
  rmSync(elsewhere, { recursive: true });
});

it("builds into no folder that holds something else, and into none that cannot be", async () => {
  const foreign = mkdtempSync(join(folder, "foreign-"));
  for (const name of [".sources", ".one-turn-site"]) writeFileSync(join(foreign, name), "mine\n");
  const among = join(root, "walkthrough", "out");
  const below = join(folder, "index.html", "pages");
  const refused = [
    [foreign, `${foreign} holds something else than these pages: name another with --out.`],
    [among, `${among} is among what the pages are made of: name another with --out.`],
    [below, `Nothing can be written to ${below}: name another folder with --build --out.`],
  ];
  for (const [out = "", line] of refused) {
    expect(await runOneTurn(["walkthrough", "--build", "--out", out])).toEqual({
      code: 1,
      stdout: "",
      stderr: `one-turn: ${line}\n`,
    });
  }
  expect(readdirSync(foreign)).toEqual([".one-turn-site", ".sources"]);
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
