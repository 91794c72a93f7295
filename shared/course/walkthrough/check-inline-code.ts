import { checkScriptName, checkSubcommandName, type Known } from "./known-command.ts";
import type { Page, Problem } from "./page.ts";
import { readInlineCode } from "./prose.ts";
import { quote } from "./quote.ts";
import { findInRepository } from "./repository-path.ts";

const repositoryPath = /^(?:chapters|shared|walkthrough|tests)\/\S*$/;
const placeholder = /[…*<>{}]|\bNN\b/;

/** Paths and commands named in running text must exist. Patterns ("chapters/NN-name/") are let be. */
export async function checkInlineCode(page: Page, known: Known): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { line, text } of readInlineCode(page)) {
    await checkPiece(text, known).catch((error: Error) => {
      problems.push({
        page: page.path,
        line,
        message: `\`${text}\` is not true: ${error.message}`,
      });
    });
  }
  return problems;
}

async function checkPiece(text: string, known: Known): Promise<void> {
  const [, subcommand] = /^npx one-turn ([\w-]+)/.exec(text) ?? [];
  if (subcommand) checkSubcommandName(subcommand, known);
  const [, script] = /^npm run ([\w:-]+)/.exec(text) ?? [];
  if (script) checkScriptName(script, known);
  if (!repositoryPath.test(text) || placeholder.test(text)) return;
  if (/:\d+$/.test(text)) throw new Error("a line number drifts: name the symbol, path#Symbol");
  if (text.includes("#")) await quote(known.root, text);
  else await findInRepository(known.root, text);
}
