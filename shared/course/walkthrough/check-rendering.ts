import type { Page, Problem } from "./page.ts";

/** Every block must be one for a markdown reader too: right below "<details>" a fence is plain text. */
export async function checkRendering(page: Page): Promise<Problem[]> {
  const { marked } = await import("marked");
  const rendered: string[] = [];
  marked.walkTokens(marked.lexer(page.text), (token) => {
    if (token.type === "code" && token.codeBlockStyle !== "indented") {
      rendered.push(token.lang ?? "");
    }
  });
  const index = page.blocks.findIndex(({ info }, place) => info !== rendered[place]);
  const block = page.blocks[index];
  if (!block) return [];
  const message = `the block "${block.info}" would be shown as plain text: put a blank line before its fence`;
  return [{ page: page.path, line: block.line, message }];
}
