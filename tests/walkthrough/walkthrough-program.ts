import { Command } from "commander";
import { addWalkthroughCommand } from "../../shared/course/walkthrough/command.ts";

// one-turn with nothing but this command; ONE_TURN_ROOT names the repository
const program = new Command("one-turn");
program.command("trace");
addWalkthroughCommand(program);
await program.parseAsync();
