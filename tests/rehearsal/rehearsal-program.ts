import { Command } from "commander";
import { addRehearsalCommand } from "../../shared/rehearsal/command.ts";

// the command alone, as a program: what it throws is one line and exit code 1
const program = new Command();
addRehearsalCommand(program);
program.parseAsync().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
