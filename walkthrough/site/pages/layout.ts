import type { ClientFiles } from "../bundle-client.ts";
import { type Html, html, trusted } from "../html.ts";
import { icons } from "./icons.ts";

export type Layout = {
  title: string;
  description: string;
  /** From the page to the root of the site: "" or "../". */
  root: string;
  /** The page's own markdown, below the root. */
  markdown?: string;
  /** How its parts are set: text between ladder and trace, the first page, or all of the width. */
  kind: "chapter" | "landing" | "wide";
  /** In the order in which they are loaded. */
  files: ClientFiles[];
  ladder?: Html;
  trace?: Html | undefined;
  body: Html;
  foot?: Html;
};

/** Set before anything is drawn, so that a chosen theme does not flash. */
const beforeDrawing =
  'document.documentElement.classList.add("js");try{const t=localStorage.getItem("theme");if(t)document.documentElement.dataset.theme=t}catch{}';

/** A whole page. All addresses in it are relative, so that the site can lie anywhere. */
export function layOut(page: Layout): string {
  const { root, files, ladder } = page;
  const title = page.kind === "landing" ? page.title : `${page.title} · One Turn`;
  const styles = [...new Set(files.flatMap((each) => each.styles))];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<link rel="icon" href="${icons.page}">
${page.markdown && html`<link rel="alternate" type="text/markdown" href="${root}${page.markdown}">\n`}${styles.map(
  (style) => html`<link rel="stylesheet" href="${root}${style}">\n`,
)}<script>${trusted(beforeDrawing)}</script>
${files.map(({ script }) => html`<script type="module" src="${root}${script}"></script>\n`)}</head>
<body class="${page.kind}" data-root="${root}">
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
<a class="brand" href="${root || "./"}">${icons.turn}One Turn</a>
<nav class="tools" aria-label="Tools">
<a href="${root}player/">Player</a>
<a href="${root}diff/">Diff</a>
<button class="search-button" type="button" aria-keyshortcuts="/">${icons.search}<span>Search</span><kbd aria-hidden="true">/</kbd></button>
<button class="theme-button" type="button" aria-label="Light or dark">${icons.theme}</button>
${ladder && html`<a class="ladder-button" href="#ladder">${icons.ladder}<span>Chapters</span></a>`}
</nav>
</header>
${ladder}
<main id="text" tabindex="-1">
${page.body}
${page.foot}
</main>
${page.trace}
</body>
</html>
`.html;
}
