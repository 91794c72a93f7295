import type { Article } from "./articles.ts";

/** The pages for a reader that is a program: one line each, every one of them in markdown. */
export function llmsText(articles: Article[]): string {
  const lines = articles.map(({ name, title, description }) => {
    return `- [${title}](${name}.md): ${description}`;
  });
  return `# One Turn

> A coding agent in TypeScript, built in numbered chapters, one layer at a time. What it makes visible is the exact
> order of events in a turn.

Each page is here as markdown, with the code and the output that it quotes.

${lines.join("\n")}
`;
}
