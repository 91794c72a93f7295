import { Command } from "commander";
import { addRehearsalCommand } from "../../shared/rehearsal/command.ts";

// the command alone, as a program: what it throws is one line and exit code 1
const program = new Command();
addRehearsalCommand(program);
try {
  await program.parseAsync();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
