import { checkShell } from "./check-shell.ts";
import { fillConsole } from "./console-block.ts";
import type { Known } from "./known-command.ts";
import { type Block, closesFence, type Page, type Problem } from "./page.ts";
import { quote } from "./quote.ts";
import type { RunCommand } from "./run-command.ts";

/** A block whose text is no longer what it stands for. */
export type Drift = { page: Page; block: Block; expected: string };

export type BlockResult = {
  drifts: Drift[];
  problems: Problem[];
  quoted: number;
  sketches: number;
};

type BlockUse = "quote" | "sketch" | "console" | "shell" | "free";

const sketchLimit = 2;
const codeLanguages = ["ts", "tsx", "typescript", "js", "jsx", "javascript", "mjs", "cjs"];
const otherShells = ["bash", "zsh", "shell", "cmd", "bat", "pwsh"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Compares every block of a page with what it stands for. Changes nothing. */
export async function checkBlocks(page: Page, known: Known, run: RunCommand): Promise<BlockResult> {
  const result: BlockResult = { drifts: [], problems: [], quoted: 0, sketches: 0 };
  const checks = page.blocks.map((block) => {
    return checkBlock(page, block, known, run, result).catch((error: Error) => {
      const message = `block "${block.info}": ${error.message}`;
      result.problems.push({ page: page.path, line: block.line, message });
    });
  });
  await Promise.all(checks);
  result.drifts.sort((a, b) => a.block.line - b.block.line);
  return result;
}

async function checkBlock(
  page: Page,
  block: Block,
  known: Known,
  run: RunCommand,
  result: BlockResult,
): Promise<void> {
  const use = useOf(block);
  if (use === "quote") result.quoted += 1;
  if (use === "sketch") result.sketches += 1;
  if (use === "sketch" && result.sketches > sketchLimit) {
    throw new Error(`a page has at most ${sketchLimit} sketches`);
  }
  if (use === "shell") result.problems.push(...(await checkShell(page.path, block, known)));
  if (use !== "quote" && use !== "console") return;
  const expected =
    use === "quote"
      ? await quote(known.root, subjectOf(block))
      : await fillConsole(block.content, known, run);
  checkShowable(expected, block.fence);
  if (expected !== block.content) result.drifts.push({ page, block, expected });
}

/** Where the block and the truth part, in one line. */
export function describeDrift({ page, block, expected }: Drift): Problem {
  const found = block.content.split("\n");
  const wanted = expected.split("\n");
  const index = wanted.findIndex((line, place) => line !== found[place]);
  const place = index === -1 ? wanted.length : index;
  const message = `block "${block.info}" has drifted at its line ${place + 1}: expected ${show(wanted[place])}, actual ${show(found[place])}`;
  return { page: page.path, line: block.line, message };
}

function show(line: string | undefined): string {
  return line === undefined ? "the end of the block" : JSON.stringify(line);
}

/** Throws a sentence for a block that says of itself neither what it quotes nor that it is free. */
function useOf(block: Block): BlockUse {
  const [language = "", , ...more] = block.info.split(/\s+/);
  const subject = subjectOf(block);
  if (more.length > 0) throw new Error("too many words behind the fence");
  if (otherShells.includes(language)) {
    throw new Error('write "console" to have it run, or "sh" to have it checked');
  }
  if (subject === "sketch") return "sketch";
  if (/[/.]/.test(subject) && language !== "console") return "quote";
  if (subject !== "") throw new Error(`"${subject}" is neither a path nor "sketch"`);
  if (codeLanguages.includes(language.toLowerCase())) {
    throw new Error('code names its source, "ts path#Symbol", or is a "ts sketch"');
  }
  if (language === "console") return "console";
  return language === "sh" || language === "powershell" ? "shell" : "free";
}

/** What follows the language: a path, "sketch", or nothing. */
function subjectOf({ info }: Block): string {
  return info.split(/\s+/)[1] ?? "";
}

function checkShowable(text: string, fence: string): void {
  if (control.test(text)) {
    throw new Error("its text has control characters, which a page cannot show");
  }
  if (text.split("\n").some((line) => closesFence(line, fence))) {
    throw new Error(`its text has a line that ends the block: use a longer fence than ${fence}`);
  }
}
