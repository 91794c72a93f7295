import { Command, CommanderError } from "commander";
import { addRehearsalCommand } from "../rehearsal/command.ts";
import { addTraceCommand } from "../trace/command.ts";
import { addCarryCommand } from "./carry/command.ts";
import { addDiffCommand } from "./diff/command.ts";
import { addPictureCommand } from "./picture/command.ts";
import { addReadCommand } from "./read/command.ts";
import { addStartCommand } from "./start.ts";
import { addWalkthroughCommand } from "./walkthrough/command.ts";
import { addWorkshopCommand } from "./workshop/command.ts";

const program = new Command("one-turn")
  .description("A coding agent in numbered chapters, and the order of events in a turn.")
  .exitOverride()
  .configureOutput({ outputError: () => {} });

addStartCommand(program);
addTraceCommand(program);
addDiffCommand(program);
addReadCommand(program);
addRehearsalCommand(program);
addWalkthroughCommand(program);
addWorkshopCommand(program);
addCarryCommand(program);
addPictureCommand(program);

process.stdout.on("error", endWithReader);
try {
  if (process.argv.length > 2) await program.parseAsync();
  else program.outputHelp();
} catch (error) {
  fail(error);
}

/** Every error of a command is one line. ONE_TURN_DEBUG=1 shows where it comes from. */
function fail(error: unknown): void {
  // commander counts a group that is named alone, whose help it has printed, among the errors
  const isHelp = error instanceof CommanderError && error.code === "commander.help";
  if (isHelp || (error instanceof CommanderError && error.exitCode === 0)) return;
  process.exitCode = 1;
  const stack = process.env.ONE_TURN_DEBUG && error instanceof Error ? error.stack : undefined;
  process.stderr.write(`one-turn: ${stack ?? sentence(error)}\n`);
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof CommanderError)) return error.message;
  const said = error.message
    .replace(/^error: /, "")
    .replace(/\.$/, "")
    .replaceAll(/\s*\n\s*/g, " ");
  return `${said}${whatThereIs(error.code)}`;
}

function whatThereIs(code: string): string {
  const named = namedCommands();
  const command = named.at(-1) ?? program;
  const names = command.commands.map((each) => each.name());
  if (code === "commander.unknownCommand") return `. Commands: ${names.join(", ")}.`;
  const options = command.options.map((option) => option.long);
  if (code === "commander.unknownOption" && options.length > 0) {
    return `. Options: ${options.join(", ")}.`;
  }
  return `. See ${["one-turn", ...named.map((each) => each.name())].join(" ")} --help.`;
}

/** The command that was typed, and before it the group that it belongs to. */
function namedCommands(): Command[] {
  const group = program.commands.find((each) => each.name() === process.argv[2]);
  const command = group?.commands.find((each) => each.name() === process.argv[3]);
  return [group, command].filter((each) => each !== undefined);
}

/** `one-turn … | head` has read enough: that is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}
