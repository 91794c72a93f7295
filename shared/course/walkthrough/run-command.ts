import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type RunnableCommand = {
  /** As the page writes it. */
  line: string;
  /** For node. */
  args: string[];
  environment: Record<string, string>;
  input?: string;
};

/** What a command printed, with \n line ends. Throws a sentence when it came to no end. */
export type RunCommand = (command: RunnableCommand) => Promise<string>;

export type RunNode = typeof runNode;

type Place = { root: string; env: NodeJS.ProcessEnv; timeLimit: number };
type Printed = { code: number | null; stdout: string; stderr: string };

const outputLimit = 256 * 1024;
const kept =
  /^(PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|TE?MP|TMPDIR)$/i;

/**
 * Runs commands in the repository as a stranger's clone would: no keys, no colour, a state folder of its own
 * for each. What differs from run to run is taken out of the output: the paths of this machine, and ports that
 * the command does not name. `timeLimit` in milliseconds.
 */
export function runInRepository(root: string, timeLimit = 60_000, run = runNode): RunCommand {
  return async (command) => {
    const state = await mkdtemp(join(tmpdir(), "one-turn-walkthrough-"));
    const own = { ONE_TURN_STATE: state, XDG_STATE_HOME: join(state, "state") };
    const env = { ...cleanEnvironment(), ...own, ...command.environment };
    try {
      const { code, stdout, stderr } = await run(command, { root, env, timeLimit });
      const ending = code === 0 ? "" : `[exit code ${code}]`;
      const output = [stdout, stderr, ending].map(endLine).join("");
      const stateNamed = nameFolder(output, [await realpath(state), state], ".one-turn");
      const rootNamed = nameFolder(stateNamed, [await realpath(root), root], ".");
      return namePorts(rootNamed, command.line);
    } finally {
      await rm(state, { recursive: true, force: true, maxRetries: 5 });
    }
  };
}

/** A command in a process of its own. Rejects with a sentence when it came to no end. */
export function runNode(
  command: RunnableCommand,
  { root, env, timeLimit }: Place,
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command.args, { cwd: root, env, windowsHide: true });
    const printed = { stdout: "", stderr: "" };
    let stopped = "";
    const stop = (reason: string) => {
      stopped = `${reason}, and was ended`;
      child.kill("SIGKILL");
      // a child of the child may hold these open
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(() => stop(`ran longer than ${timeLimit / 1000} s`), timeLimit);
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        printed[name] += text;
        if (printed[name].length > outputLimit) stop(`printed more than ${outputLimit / 1024} KiB`);
      });
    }
    // a command that does not read what it is fed is no failure
    child.stdin.on("error", () => undefined).end(command.input ?? "");
    child.on("error", (error) => reject(new Error(`"${command.line}" did not start: ${error}`)));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const failure = stopped || (signal ? `was ended by ${signal}` : "");
      if (failure) reject(new Error(`"${command.line}" ${failure}`));
      else resolve({ code, ...printed });
    });
  });
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => kept.test(name));
  const fixed = { NO_COLOR: "1", ONE_TURN_REPRODUCIBLE: "1", LANG: "en_US.UTF-8", TZ: "UTC" };
  return { ...Object.fromEntries(own), ...fixed };
}

function endLine(text: string): string {
  const lines = text.replaceAll("\r\n", "\n");
  return lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`;
}

/** Also with the slashes of Windows; what follows the folder gets "/". */
function nameFolder(output: string, folders: string[], name: string): string {
  const spellings = folders.flatMap((folder) => [folder, folder.replaceAll("\\", "/")]);
  const escaped = spellings.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const paths = new RegExp(
    `(?<![\\w.-])(?:${escaped.join("|")})(?![\\w-])((?:[\\\\/][^\\s"'\\\\/]*)*)`,
    "g",
  );
  return output.replace(paths, (_, rest: string) => name + rest.replaceAll("\\", "/"));
}

function namePorts(output: string, line: string): string {
  return output.replace(/\b(127\.0\.0\.1|localhost):(\d+)/g, (address, host: string, port) => {
    return line.includes(`:${port}`) || line.includes(` ${port}`) ? address : `${host}:PORT`;
  });
}
