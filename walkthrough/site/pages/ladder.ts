import { chapters } from "../../../shared/course/chapters.ts";
import { type Html, html } from "../html.ts";
import { type Article, addressOf } from "./articles.ts";
import { plainText } from "./plain-text.ts";

/** The rungs of the course beside the text, the current one open to its headings. */
export function ladder(root: string, articles: Article[], current?: Article): Html {
  const beside = articles.filter(({ chapter, name }) => !chapter && name !== "README");
  const rungs = chapters.flatMap(({ folder, name }) => {
    const article = articles.find((each) => each.name === folder);
    return article
      ? [{ article, label: html`<span class="number">${folder.slice(0, 2)}</span> ${name}` }]
      : [];
  });
  return html`<nav class="ladder" id="ladder" aria-label="Chapters">
<ol class="rungs">
${rungs.map(({ article, label }) => rung(root, article, label, article === current))}
</ol>
<ul class="beside">
${beside.map((article) => rung(root, article, html`${article.title.replace(/,.*/, "")}`, article === current))}
</ul>
</nav>`;
}

function rung(root: string, article: Article, label: Html, isCurrent: boolean): Html {
  const link = html`<a href="${root}${addressOf(article)}"${isCurrent && html` aria-current="page"`}>${label}</a>`;
  return html`<li>${link}${isCurrent && headings(article)}</li>\n`;
}

function headings({ headings }: Article): Html {
  const own = headings.filter(({ level }) => level === 2);
  return html`<ol class="headings">${own.map(({ anchor, text }) => {
    return html`<li><a href="#${anchor}">${shorten(text)}</a></li>`;
  })}</ol>`;
}

/** What a heading adds in brackets or behind a comma is for the text. */
function shorten(text: string): string {
  const plain = plainText([{ type: "text", raw: text, text: text.replaceAll("`", "") }]);
  return plain.replace(/ \(.*\)$|, and where it would attach$/, "");
}
