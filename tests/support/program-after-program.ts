import { pathToFileURL } from "node:url";

export type Command = {
  /** The path of a bundle. */
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
};

export type Answer = { code: number; stdout: string; stderr: string } | { broken: string };

/**
 * Run as a program of its own, by run-again.ts: plays one command after the other, each as if the process were
 * its own. What they import of packages is loaded once, and that is most of what a short command costs.
 */
let played = 0;
const kept = process.rawListeners("exit");

process.on("message", (command: Command) => {
  void play(command)
    .catch((error: Error): Answer => ({ broken: error.stack ?? error.message }))
    .then((answer) => process.send?.(answer));
});
process.once("disconnect", () => process.exit());

async function play({ program, args, env, cwd }: Command): Promise<Answer> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const own = process.getActiveResourcesInfo();
  try {
    played += 1;
    await import(`${pathToFileURL(program).href}?${played}`);
    while (isKeptRunning(own)) await new Promise((resolve) => setTimeout(resolve, 2));
    end();
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.stop();
    stderr.stop();
  }
}

/** A process ends when no server, timer or child keeps it. One that is left open by mistake is seen here, too. */
function isKeptRunning(own: string[]): boolean {
  const count = (all: string[], kind: string) => all.filter((each) => each === kind).length;
  const open = process.getActiveResourcesInfo();
  return open.some((kind) => count(open, kind) > count(own, kind));
}

/** What happens at the end of a process: what was to be done then is done, with the code so far. */
function end(): void {
  for (const listener of process.rawListeners("exit")) {
    if (kept.includes(listener)) continue;
    listener.call(process, process.exitCode);
    process.removeListener("exit", listener as () => void);
  }
  process.stdout.removeAllListeners("error");
}

function collect(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const { write } = stream;
  const chunks: Buffer[] = [];
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    stop: () => {
      stream.write = write;
    },
  };
}
