import type { ClientFiles } from "../bundle-client.ts";
import { type Html, html, trusted } from "../html.ts";

export type Layout = {
  title: string;
  description: string;
  /** From the page to the root of the site: "" or "../". */
  root: string;
  /** The page's own markdown, below the root. */
  markdown?: string;
  kind: "chapter" | "landing" | "wide";
  /** In the order in which they are loaded. */
  files: ClientFiles[];
  ladder?: Html;
  trace?: Html;
  body: Html;
  foot?: Html;
};

const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M25.5 11A11 11 0 1 1 16 5' fill='none' stroke='%23497' stroke-width='4' stroke-linecap='round'/><circle cx='23' cy='7' r='4' fill='%23497'/></svg>";

/** Set before anything is drawn, so that a chosen theme does not flash. */
const beforeDrawing =
  'document.documentElement.classList.add("js");try{const t=localStorage.getItem("theme");if(t)document.documentElement.dataset.theme=t}catch{}';

/** A whole page. All addresses in it are relative, so that the site can lie anywhere. */
export function layOut(page: Layout): string {
  const { root, files } = page;
  const styles = [...new Set(files.flatMap(({ styles }) => styles))];
  const title = page.kind === "landing" ? page.title : `${page.title} · One Turn`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<link rel="icon" href="data:image/svg+xml,${icon}">
${page.markdown && html`<link rel="alternate" type="text/markdown" href="${root}${page.markdown}">`}
${styles.map((style) => html`<link rel="stylesheet" href="${root}${style}">`)}
<script>${trusted(beforeDrawing)}</script>
${files.map(({ script }) => html`<script type="module" src="${root}${script}"></script>`)}
</head>
<body class="${page.kind}" data-root="${root}">
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
<a class="brand" href="${root || "./"}">One Turn</a>
<nav class="tools" aria-label="Tools"><a href="${root}player/">Player</a></nav>
</header>
${page.ladder}
<main id="text" tabindex="-1">
${page.body}
</main>
${page.trace}
${page.foot}
</body>
</html>
`.html;
}
