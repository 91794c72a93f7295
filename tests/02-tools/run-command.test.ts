import { rmSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type CommandLimits, runCommand } from "../../chapters/02-tools/tools/run-command.ts";
import { sized } from "../support/deep.ts";
import { lives, livingMembers } from "./living.ts";
import { ask, makeWorkspace } from "./make-workspace.ts";
import { measure } from "./measure.ts";

function run(command: string, limits?: Partial<CommandLimits>, root = makeWorkspace()) {
  return ask(runCommand(root, limits), { command });
}

/** A command in Node, for what shells do not do alike. */
function node(script: string): string {
  return `"${process.execPath}" -e '${script}'`;
}

const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
const onLinux = process.platform === "linux";

describe.skipIf(process.platform === "win32")("run_command", () => {
  it("answers with the output and the exit code", async () => {
    expect([await run("echo hello"), await run("true"), await run("printf 'a\\n\\nb'")]).toEqual([
      "hello\n[exit code 0]",
      "[exit code 0]",
      "a\n\nb\n[exit code 0]",
    ]);
  });

  it("runs in the workspace", async () => {
    const root = makeWorkspace();
    expect(await run("pwd", {}, root)).toBe(`${root}\n[exit code 0]`);
  });

  it("takes a failure as a result and keeps what was printed", async () => {
    expect([
      await run("echo half; exit 3"),
      await run("no-such-command-here 2>/dev/null"),
      await run("echo half; kill -9 $$"),
    ]).toEqual(["half\n[exit code 3]", "[exit code 127]", "half\n[ended by SIGKILL]"]);
  });

  it("joins both streams in the order in which they arrive", async () => {
    expect(await run("echo one; sleep 0.2; echo two >&2; sleep 0.2; echo three")).toBe(
      "one\ntwo\nthree\n[exit code 0]",
    );
  });

  it("says why a command cannot be started", async () => {
    expect([await run(""), await run("echo a\0b")].map((text) => text.slice(0, 41))).toEqual([
      "thrown: The command is empty. Give one fo",
      "thrown: The command could not be started:",
    ]);
  });

  it("SES-07 says that the workspace folder is gone, not that a command is not found", async () => {
    const root = makeWorkspace();
    rmSync(root, { recursive: true });
    expect(await run("echo hello", {}, root)).toBe(
      `thrown: The workspace folder ${root} is gone: nothing was run.`,
    );
  });

  it("installs nothing in the program that stays", async () => {
    const counts = () =>
      ["exit", "SIGINT", "SIGTERM", "SIGHUP"].map((name) => process.listenerCount(name));
    const before = counts();
    const runs = ["sleep 0.2", "sleep 0.3", "exit 1"].map((command) => run(command));
    await vi.waitFor(() => expect(counts()).toEqual(before.map((count) => count + 1)));
    await Promise.all(runs);
    expect(counts()).toEqual(before);
  });

  describe("TOL-07 there is nobody to ask", () => {
    it("gives a command an empty stdin", async () => {
      expect([await run("cat"), await run("read x || echo nothing to read")]).toEqual([
        "[exit code 0]",
        "nothing to read\n[exit code 0]",
      ]);
    });

    it("gives a command no terminal", async () => {
      const script =
        'try { require("fs").openSync("/dev/tty", "r+") } catch (error) { console.log(error.code) }';
      expect(await run(node(script))).toBe("ENXIO\n[exit code 0]");
      expect(
        await run("(printf PW: > /dev/tty; read x < /dev/tty) 2>/dev/null || echo refused"),
      ).toBe("refused\n[exit code 0]");
    });

    it("opens no editor and no pager", async () => {
      expect(
        await run("echo $EDITOR $VISUAL $GIT_EDITOR $PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT $TERM"),
      ).toBe("true true true cat cat 0 dumb\n[exit code 0]");
    });

    it("lets git commit end with its own error", async () => {
      const commit = "git -c user.name=A -c user.email=a@b.c commit --allow-empty";
      expect(await run(`git init -q . && ${commit}`)).toBe(
        "Aborting commit due to empty commit message.\n[exit code 1]",
      );
    });
  });

  it("TOL-08 keeps a key out of the environment of commands, whatever the variable is called", async () => {
    vi.stubEnv("OPENAI_API_KEY", " sk-canary-1\n");
    vi.stubEnv("LLM", "sk-canary-1");
    vi.stubEnv("CURL_OPTIONS", '-H "Authorization: Bearer sk-canary-1"');
    vi.stubEnv("LOCAL_API_KEY", "kept");
    vi.stubEnv("WORD", "is kept");
    onTestFinished(() => void vi.unstubAllEnvs());
    const output = await run("env; echo path=$PATH");
    expect(
      output.split("\n").filter((each) => /canary|^LLM|^CURL_OPTIONS|kept|^path=/.test(each)),
    ).toEqual([...["WORD=is kept", `path=${process.env.PATH}`]]);
  });

  it("TOL-08 keeps secrets out of the environment of commands, and the rest in it", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-canary");
    vi.stubEnv("OPENROUTER_API_KEY", "sk-or-canary");
    vi.stubEnv("GITHUB_TOKEN", "canary");
    vi.stubEnv("db_password", "canary");
    vi.stubEnv("CLIENT_SECRET", "canary");
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", "canary");
    for (const name of ["MYSQL_PWD", "PGPASSWORD", "PGPASSFILE", "SSH_ASKPASS", "NPM_CONFIG__AUTH"])
      vi.stubEnv(name, "canary");
    for (const name of ["OPENAI_CUSTOM_HEADERS", "SENTRY_DSN", "AZURE_CONNECTION_STRING"])
      vi.stubEnv(name, "canary");
    vi.stubEnv("DATABASE_URL", "postgres://joe:canary@db:5432/shop?sslmode=require");
    vi.stubEnv("REDIS", "redis://:canary@cache/0");
    vi.stubEnv("OPENAI_BASE_URL", "http://kept");
    vi.stubEnv("KEPT_URL", "postgres://joe@db:5432/shop");
    vi.stubEnv("SSH_AUTH_SOCK", "/kept");
    vi.stubEnv("OLDPWD", "/kept");
    onTestFinished(() => void vi.unstubAllEnvs());
    const output = await run("env; echo path=$PATH");
    expect(output.match(/canary/g)).toBe(null);
    const kept = /^(OPENAI_BASE|KEPT|SSH_AUTH|path)/;
    expect(output).toMatch(/^PWD=/m);
    const lines = output.split("\n").filter((line) => kept.test(line));
    expect(lines.sort()).toEqual([
      "KEPT_URL=postgres://joe@db:5432/shop",
      "OPENAI_BASE_URL=http://kept",
      "SSH_AUTH_SOCK=/kept",
      `path=${process.env.PATH}`,
    ]);
  });

  describe.concurrent("TOL-04 what stays in the background is ended", () => {
    const ended = "[What the command left running was ended.]\n[exit code 0]";

    it("when it holds the output", async () => {
      const output = await run("echo started; sleep 30 & echo $!");
      const [pid = 0] = numbers(output);
      expect([output, lives(pid)]).toEqual([`started\n${pid}\n${ended}`, false]);
    });

    it("when it does not hold the output", async () => {
      const output = await run("sleep 30 >/dev/null 2>&1 & echo $!");
      const [pid = 0] = numbers(output);
      expect([output, lives(pid)]).toEqual([`${pid}\n${ended}`, false]);
    });

    it("when it would print more", async () => {
      expect(await run("(sleep 30; echo late) & echo now")).toBe(`now\n${ended}`);
    });

    it("when it does not listen to TERM", async () => {
      const output = await run("(trap '' TERM; sleep 20; sleep 20) & echo $$");
      const [leader = 0] = numbers(output);
      expect([output, livingMembers(leader)]).toEqual([`${leader}\n${ended}`, []]);
    });

    it("but what is about to finish may finish", async () => {
      expect(await run("(sleep 0.1; echo late) & echo now", { drainMs: 5000 })).toBe(
        "now\nlate\n[exit code 0]",
      );
    });

    it.runIf(onLinux)("and what moved to a session of its own is let go", async () => {
      const output = await run("setsid sleep 30 & echo $!", { drainMs: 500 });
      const [pid = 0] = numbers(output);
      expect(lives(pid)).toBe(true);
      process.kill(pid);
      expect(output).toBe(
        `${pid}\n[A process out of reach still held the output. It was let go.]\n[exit code 0]`,
      );
    });
  });

  describe("CAN-01 the time-out ends the whole group", () => {
    const timedOut = "thrown: The command was ended at its limit of 0.5 s. It had printed:\n";

    it("says the limit and keeps what was printed", async () => {
      expect([
        await run("echo half; sleep 30", { timeoutMs: 500 }),
        await run("sleep 30", { timeoutMs: 500 }),
      ]).toEqual([`${timedOut}half`, `${timedOut}[nothing]`]);
    });

    it.runIf(onLinux)("also what has moved to a group of its own", async () => {
      const output = await run("timeout 100 sleep 30 & echo $!; wait", { timeoutMs: 500 });
      const [pid = 0] = numbers(output.slice(timedOut.length));
      expect([output, lives(pid)]).toEqual([`${timedOut}${pid}`, false]);
    });

    it("also when the shell ignores TERM and waits for its child", async () => {
      const output = await run(
        `sh -c "sleep 30 & echo \\$!; trap '' TERM; wait; sleep 30"; echo $$`,
        {
          timeoutMs: 500,
        },
      );
      const [pid = 0] = numbers(output.slice(timedOut.length));
      expect([output, lives(pid)]).toEqual([`${timedOut}${pid}`, false]);
    });

    it("also when it keeps forking", async () => {
      const output = await run(
        "echo $$; for i in 1 2 3 4 5 6 7 8; do (sleep 30 & sleep 0.05) & sleep 0.05; done; wait; sleep 30",
        {
          timeoutMs: 500,
        },
      );
      const [leader = 0] = numbers(output.slice(timedOut.length));
      expect([output, livingMembers(leader)]).toEqual([`${timedOut}${leader}`, []]);
    });

    it("also when it floods", async () => {
      const output = await run("echo $$; yes", {
        timeoutMs: 300,
        outputBytes: 100,
      });
      const [leader = 0] = numbers(output.slice(timedOut.length));
      expect(livingMembers(leader)).toEqual([]);
      expect(output.replace(/\d+ bytes/, "N bytes").slice(timedOut.length)).toBe(
        `${leader}\n${"y\n".repeat(25).slice(0, 49 - `${leader}`.length)}\n[… N bytes dropped …]\n${"y\n".repeat(25).trim()}`,
      );
    });
  });

  describe("TOL-05 a flood is capped", () => {
    it("keeps the first and the last half and says how much was dropped", async () => {
      expect(
        await run(
          node('process.stdout.write("a".repeat(60) + "é".repeat(1000) + "z".repeat(60))'),
          { outputBytes: 100 },
        ),
      ).toBe(`${"a".repeat(50)}\n[… 2020 bytes dropped …]\n${"z".repeat(50)}\n[exit code 0]`);
    });

    it("cuts one huge line like any other output", async () => {
      const output = await run("head -c 3000000 /dev/zero | tr '\\0' x");
      const half = "x".repeat(16 * 1024);
      expect(output).toBe(`${half}\n[… 2967232 bytes dropped …]\n${half}\n[exit code 0]`);
    });

    it("stays within its memory over a flood", { timeout: 120_000 }, async () => {
      const bytes = sized(100_000_000, 1_000_000_000);
      const flood = await measure("run-command.ts", "runCommand", makeWorkspace(), {
        command: `yes | head -c ${bytes}`,
      });
      const half = "y\n".repeat(8 * 1024);
      expect(flood.output).toBe(
        `${half}\n[… ${bytes - 32_768} bytes dropped …]\n${half.trim()}\n[exit code 0]`,
      );
      expect(flood.megabytes).toBeLessThan(sized(60, 150));
    });
  });

  describe("TOL-15 output becomes readable text", () => {
    const write = (...parts: string[]) =>
      node(
        `(async () => { for (const part of ${JSON.stringify(parts)}) { process.stdout.write(Buffer.from(part, "latin1")); await new Promise((go) => setTimeout(go, 50)) } })()`,
      );

    it("joins characters that arrive in pieces", async () => {
      expect(await run(write("cleanup \xe2", "\x80\x94 end"))).toBe("cleanup — end\n[exit code 0]");
    });

    it("keeps the halves of two streams apart", async () => {
      const script =
        "const w = (s, b) => new Promise((go) => { s.write(Buffer.from(b)); setTimeout(go, 50) }); (async () => { await w(process.stdout, [0xe2, 0x82]); await w(process.stderr, [0xc3]); await w(process.stdout, [0xac]); await w(process.stderr, [0xa9]) })()";
      expect(await run(node(script))).toBe("€é\n[exit code 0]");
    });

    it("shows bytes that are no UTF-8 as U+FFFD, also at the end", async () => {
      expect([
        await run("printf 'caf\\351\\n'"),
        await run("printf 'a\\342\\200'; kill -9 $$"),
      ]).toEqual(["caf\uFFFD\n[exit code 0]", "a\uFFFD\n[ended by SIGKILL]"]);
    });

    it("removes escape codes and other control characters", async () => {
      expect(
        await run(
          "printf '\\033[31mred\\033[0m \\033]0;title\\007plain\\a\\b\\000\\ttab\\r\\nnext\\n'",
        ),
      ).toBe("red plain\ttab\nnext\n[exit code 0]");
    });

    it("joins an escape code that arrives in pieces", async () => {
      expect(await run(write("a\x1b[3", "1mred\x1b", "[0m\n"))).toBe("ared\n[exit code 0]");
    });

    it("shows the last state of a progress bar", async () => {
      const bar = "for i in 10 20 100; do printf '%s%%\\r' $i; done";
      expect([
        await run(`echo start; ${bar}; echo; echo end`),
        await run(bar),
        await run(`${bar}; printf 'done'; sleep 0.05; printf '\\r'; sleep 0.05; printf '\\nend'`),
        await run("for i in 1 2 3 4 5 6 7 8 9; do printf '10%%\\r20%%\\r100%%\\n'; done | sort -u"),
      ]).toEqual([
        "start\n100%\nend\n[exit code 0]",
        "100%\n[exit code 0]",
        "done\nend\n[exit code 0]",
        "100%\n[exit code 0]",
      ]);
    });

    it("keeps a long progress bar out of the cap", async () => {
      expect(
        await run("yes \"$(printf '50%%\\r')\" | head -n 500000 | tr -d '\\n'; echo done"),
      ).toBe("done\n[exit code 0]");
    });
  });
});
