import { changeEffort, changePhase } from "./phase-commands.ts";
import { changeModel, changeProvider, listModels } from "./provider-commands.ts";
import { listed, load, reset, resume, save } from "./session-commands.ts";
import type { SessionHost } from "./session-host.ts";

export type SlashCommand = {
  /** As the user types it, without the slash. */
  name: string;
  /** What comes behind it, as /help shows it. */
  argument?: string;
  does: string;
  /** Returns what there is to say. Throws one line for what can't be done. */
  run(argument: string, host: SessionHost): Said | Promise<Said>;
};

type Said = string | undefined;

/** What the user can ask of the program. /help prints this table. */
export const commands: SlashCommand[] = [
  { name: "help", does: "show this list", run: help },
  { name: "exit", does: "end the program", run: () => process.exit(0) },
  { name: "reset", does: "begin a new session", run: reset },
  { name: "save", argument: "[PATH]", does: "copy this session, or say where it is", run: save },
  { name: "load", argument: "PATH", does: "go on from a copy", run: load },
  { name: "sessions", does: "list the sessions of this folder", run: listed },
  { name: "resume", argument: "N", does: "go on with one of them", run: resume },
  { name: "stream", argument: "on|off", does: "answers in pieces, or whole", run: stream },
  { name: "metrics", argument: "on|off", does: "what a turn cost, behind it", run: metrics },
  { name: "provider", argument: "[NAME [MODEL]]", does: "go on elsewhere", run: changeProvider },
  { name: "model", argument: "[NAME]", does: "go on with another model", run: changeModel },
  { name: "models", does: "list the models of this provider", run: listModels },
  { name: "phase", argument: "[plan|build|review]", does: "what it may do", run: changePhase },
  {
    name: "reasoning",
    argument: "[off|low|medium|high]",
    does: "how much it thinks",
    run: changeEffort,
  },
];

/** One line whose first word is a slash and a name. `/etc/hosts` is a path, and " /help" begins with a space. */
const COMMAND = /^\/((?:[a-z][\w-]*)?)(?:[ \t]+(.*))?$/i;

export function isCommand(line: string): boolean {
  return COMMAND.test(line.trimEnd());
}

/** Runs the command of a line. What it says, and what is wrong with it, is a notice; the model hears of neither. */
export async function runCommandLine(line: string, host: SessionHost): Promise<void> {
  try {
    const said = await run(line.trimEnd(), host);
    if (said) host.say(said);
  } catch (error) {
    host.say((error as Error).message);
  }
}

function run(line: string, host: SessionHost): Said | Promise<Said> {
  const [, name = "", argument = ""] = COMMAND.exec(line) ?? [];
  const command = commands.find((each) => each.name === name.toLowerCase());
  if (!command) {
    throw new Error(
      `There is no command /${name}. /help lists them. With a space before the slash, the line goes to the model.`,
    );
  }
  if (argument && !command.argument) throw new Error(`/${command.name} takes nothing behind it.`);
  return command.run(argument, host);
}

function help(): string {
  const rows = commands.map(({ name, argument = "", does }) => ({
    usage: `/${name} ${argument}`,
    does,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  const lines = rows.map(({ usage, does }) => `${usage.padEnd(width)}  ${does}`);
  return [...lines, "A line that begins with a space goes to the model, also with a slash."].join(
    "\n",
  );
}

function stream(argument: string, { preferences }: SessionHost): string {
  preferences.stream = isOn("stream", argument);
  return preferences.stream ? "Answers come in pieces." : "Answers come whole.";
}

function isOn(name: string, argument: string): boolean {
  if (argument === "on" || argument === "off") return argument === "on";
  throw new Error(`/${name} takes on or off, not "${argument}".`);
}

function metrics(argument: string, { preferences }: SessionHost): string {
  preferences.metrics = isOn("metrics", argument);
  return preferences.metrics ? "A line tells what a turn cost." : "No line tells what a turn cost.";
}
