import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { packagesFor } from "../../shared/course/workshop/pack.ts";
import { deep } from "../support/deep.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { type Ran, type RunOptions, root, runCommand, runNode } from "../support/run-one-turn.ts";
import { canCutOff, runCutOff } from "../support/without-network.ts";
import { makeClone, readFiles } from "./clone.ts";

const clone = makeClone();
const program = join(clone.root, "shared/course/one-turn.cjs");
const scratch = mkdtempSync(join(tmpdir(), "one-turn-pack-"));
const place = join(scratch, "place");
const folder = join(place, "usb");
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => {
  clone.remove();
  rmSync(scratch, { recursive: true });
});

describe("where a pack is to be", () => {
  mkdirSync(join(place, "empty"), { recursive: true });
  writeFileSync(join(place, "notes.txt"), "");
  const inside = (path: string) => join(clone.root, path);

  it.each([
    [join(place, "notes.txt"), "{} is there already. Name a folder that is not."],
    [join(place, "empty"), "{} is there already. Name a folder that is not."],
    [
      join(place, "notes.txt", "usb"),
      `${place}/notes.txt is no folder. Make it first, or name another.`,
    ],
    [join(place, "absent", "usb"), `${place}/absent is no folder. Make it first, or name another.`],
    [inside("usb"), "{} is inside the clone. Name a folder outside: ../usb"],
    [inside("chapters/usb"), "{} is inside the clone. Name a folder outside: ../usb"],
    [clone.root, "{} is there already. Name a folder that is not."],
  ])("is not %s", async (wanted, said) => {
    const before = [readdirSync(place), readdirSync(clone.root), readdirSync(inside("chapters"))];
    const env = { ONE_TURN_ROOT: clone.root };
    expect(await runOneTurnAgain(["workshop", "pack", wanted], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: `one-turn: ${said.replace("{}", wanted)}\n`,
    });
    expect([readdirSync(place), readdirSync(clone.root), readdirSync(inside("chapters"))]).toEqual(
      before,
    );
  });
});

describe("what is in it", () => {
  it("is every package of the lock file for these systems, once", () => {
    const lock = {
      packages: {
        "": { name: "one-turn", version: "0.1.0" },
        "node_modules/marked": { version: "18.2.1" },
        "node_modules/cli/node_modules/marked": { version: "17.0.0" },
        "node_modules/term/node_modules/marked": { version: "18.2.1" },
        "node_modules/short": { name: "@long/name", version: "1.0.0" },
        "node_modules/linked": { version: "1.0.0", link: true },
        "node_modules/@part/linux-arm64": { version: "1.0.0", os: ["linux"], cpu: ["arm64"] },
        "node_modules/@part/darwin-x64": { version: "1.0.0", os: ["darwin"], cpu: ["x64"] },
        "node_modules/@part/win32-x64": { version: "1.0.0", os: ["win32"], cpu: ["x64"] },
        "node_modules/@part/win32-ia32": { version: "1.0.0", os: ["win32"], cpu: ["ia32"] },
        "node_modules/@part/aix-ppc64": { version: "1.0.0", os: ["aix"], cpu: ["ppc64"] },
        "node_modules/not-on-windows": { version: "1.0.0", os: ["!win32"] },
        "node_modules/not-here": { version: "1.0.0", os: ["!win32", "!linux", "!darwin"] },
      },
    };
    mkdirSync(folder);
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    expect(packagesFor(folder)).toEqual([
      "@long/name@1.0.0",
      "@part/darwin-x64@1.0.0",
      "@part/linux-arm64@1.0.0",
      "@part/win32-x64@1.0.0",
      "marked@17.0.0",
      "marked@18.2.1",
      "not-on-windows@1.0.0",
    ]);
  });

  it.runIf(existsSync(join(root, ".git")))(
    "is all that a clone has, and nothing of one's own",
    async () => {
      const known = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).stdout;
      const top = new Set(known.split("\n").map((path) => path.split("/")[0]));
      const before = Object.entries(readFiles(clone.root)).filter(([path]) =>
        top.has(path.split("/")[0]),
      );
      const own = [
        ...["notes.txt", ".env", ".git/config", ".one-turn/practice/a", "workshop/03-events/a.ts"],
        ...["workshop/.backup/a.ts", "chapters/14-approvals/.env", "shared/.one-turn/a"],
        "tests/node_modules/a/index.js",
      ];
      for (const path of own) {
        mkdirSync(dirname(join(clone.root, path)), { recursive: true });
        writeFileSync(join(clone.root, path), "mine");
      }
      const { code, stdout, stderr } = await packWith(fetches);
      for (const path of own) rmSync(join(clone.root, path));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toBe(`Copying the repository …
Fetching ${packagesFor(root).length} packages for linux, darwin, win32 (x64, arm64) …
${folder} is ready to be handed out. READ-ME-FIRST.txt in it says how to begin.
`);
      const { "READ-ME-FIRST.txt": readMe, "npm-cache/added": added, ...files } = readFiles(folder);
      expect(readMe).toContain("  cd one-turn\n  npm start\n");
      expect(added?.trimEnd().split("\n")).toEqual(packagesFor(root));
      const inClone = before.map(([path, text]) => [`one-turn/${path}`, text]);
      expect(files).toEqual({
        ...Object.fromEntries(inClone),
        "one-turn/.npmrc": `${readFileSync(join(root, ".npmrc"), "utf8")}; from here on: packages come from the folder npm-cache beside this one
offline=true
registry=http://127.0.0.1:9/
`,
      });
      expect(readdirSync(place).sort()).toEqual(["empty", "notes.txt", "usb"]);
    },
  );
});

describe("when it cannot be made, one line says why, and nothing is left", () => {
  it("without a registry", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { code, stderr } = await runNode([program, "workshop", "pack", folder], {
      env: {
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_fetch_retry_mintimeout: "1",
      },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^one-turn: npm cache add failed \(request to http:\/\/127\.0\.0\.1:\d+\/\S+ failed, reason: connect ECONNREFUSED 127\.0\.0\.1:\d+\)\. Mend it, and run this again\.\n$/,
    );
    expect(readdirSync(place).sort()).toEqual(["empty", "notes.txt"]);
  });

  it.each([
    [
      "without npm",
      "",
      "npm config get failed (spawnSync npm ENOENT). Mend it, and run this again.",
    ],
    [
      "when npm says nothing",
      "process.exit(7);",
      "npm cache add failed (exit code 7). Mend it, and run this again.",
    ],
    [
      "when Ctrl+C ends it",
      'process.kill(process.ppid, "SIGINT"); process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 60_000);',
      "npm cache add was ended (SIGINT).",
    ],
  ])("%s", async (_, then, said) => {
    const { code, stderr } = await packWith(then);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `one-turn: ${said}\n` });
    expect(readdirSync(place).sort()).toEqual(["empty", "notes.txt"]);
  });
});

describe.runIf(deep)("a real pack", { timeout: 900_000 }, () => {
  const usb = join(scratch, "usb");
  const packed = join(usb, "one-turn");
  const lock: Lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

  it("has each package for each system, whole", async () => {
    const { code, stderr } = await runNode([program, "workshop", "pack", usb], {
      timeoutMs: 600_000,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const wanted = systems.flatMap((system) => packages.filter(([, each]) => isFor(each, system)));
    expect(wanted.length).toBeGreaterThan(packages.length / 2);
    const broken = wanted.filter(
      ([, { integrity }]) => !isWhole(join(usb, "npm-cache"), integrity),
    );
    expect(broken).toEqual([]);
    expect(readdirSync(join(usb, "npm-cache"))).toEqual(["_cacache"]);
  });

  it.each([
    ["linux", "arm64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ])("installs for %s on %s without a network", async (os, cpu) => {
    const target = join(scratch, `${os}-${cpu}`);
    mkdirSync(target);
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
      writeFileSync(join(target, name), readFileSync(join(packed, name)));
    }
    const words = ["ci", "--ignore-scripts", `--os=${os}`, `--cpu=${cpu}`, "--libc=glibc"];
    const { code, stderr } = await runAlone(["npm", ...words], {
      cwd: target,
      env: { npm_config_cache: join(usb, "npm-cache") },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const list = readFileSync(join(target, "node_modules", ".package-lock.json"), "utf8");
    rmSync(target, { recursive: true });
    const installed = new Set(Object.keys(JSON.parse(list).packages));
    // npm says nothing of an optional package that it does not get
    const missing = packages
      .filter(([, each]) => isFor(each, [os, cpu]) && (each.os || !each.optional))
      .filter(([path, { libc }]) => (!libc || libc.includes("glibc")) && !installed.has(path));
    expect(missing).toEqual([]);
    expect(installed.has(`node_modules/@esbuild/${os}-${cpu}`)).toBe(true);
  });

  it("is begun without a network, in whatever folder of it one stands", async () => {
    const chapters = join(packed, "chapters");
    const before = readdirSync(chapters);
    const begun = await runAlone(["npm", "start"], { cwd: chapters });
    expect({ code: begun.code, said: begun.stderr }).toEqual({
      code: 0,
      said: "Installing what is missing (npm ci) …\n",
    });
    const trace = ["trace", "14", "--scenario", "greeting"];
    const ours = await runNode([program, ...trace]);
    const theirs = await runAlone(["npx", "one-turn", ...trace], { cwd: chapters });
    expect(types(theirs.stdout)).toEqual(types(ours.stdout));
    expect(types(theirs.stdout).at(-1)).toBe("turn.completed");
    const { code, stdout } = await runAlone(["npx", "one-turn", "workshop", "preflight"], {
      cwd: packed,
    });
    expect({ code, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      code: 0,
      last: "This machine is ready. No network and no key is needed.",
    });
    expect(readdirSync(chapters)).toEqual(before);
  });
});

type Locked = {
  integrity: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};
type Lock = { packages: Record<string, Locked> };

const systems = ["linux", "darwin", "win32"].flatMap((os) => [
  [os, "x64"] as const,
  [os, "arm64"] as const,
]);

function isFor({ os, cpu }: Locked, [system, processor]: readonly [string, string]): boolean {
  return (!os || os.includes(system)) && (!cpu || cpu.includes(processor));
}

/** Where npm keeps what has this hash. */
function isWhole(cache: string, integrity: string): boolean {
  const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  const [, first = "", second = "", rest = ""] = /^(..)(..)(.*)$/.exec(hash) ?? [];
  const file = join(cache, "_cacache", "content-v2", "sha512", first, second, rest);
  if (!existsSync(file)) return false;
  return createHash("sha512").update(readFileSync(file)).digest("hex") === hash;
}

/** Without a network, or where that is not allowed, with a proxy that nobody answers at. */
function runAlone(command: string[], options: RunOptions): Promise<Ran> {
  const settings = { ...options, timeoutMs: 300_000 };
  if (canCutOff) return runCutOff(command, settings);
  const [program = "", ...args] = command;
  const proxy = {
    npm_config_proxy: "http://127.0.0.1:9",
    npm_config_https_proxy: "http://127.0.0.1:9",
  };
  return runCommand(program, args, { ...settings, env: { ...options.env, ...proxy } });
}

function types(trace: string): (string | undefined)[] {
  return [...trace.matchAll(/^ *\d+ \S+ (\S+)/gm)].map(([, type]) => type);
}

const fetches = `
  const { appendFileSync, mkdirSync } = require("node:fs");
  mkdirSync(process.env.npm_config_cache, { recursive: true });
  const packages = process.argv.slice(4).filter((word) => !word.startsWith("--"));
  appendFileSync(process.env.npm_config_cache + "/added", packages.join("\\n") + "\\n");`;

/** With a program in the place of npm that does this to add to a cache; without any when it does nothing. */
function packWith(cacheAdd: string): Promise<Ran> {
  const npm = join(scratch, "npm-cli.js");
  const noNpm = { PATH: "" };
  writeFileSync(
    npm,
    `if (process.argv[2] === "config") console.log("http://127.0.0.1:9/"); else { ${cacheAdd} }`,
  );
  const env = cacheAdd === "" ? noNpm : { npm_execpath: npm };
  return runNode([program, "workshop", "pack", folder], { env, cwd: clone.root });
}
