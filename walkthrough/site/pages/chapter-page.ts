import { chapters } from "../../../shared/course/chapters.ts";
import { type Html, html, trusted } from "../html.ts";
import { type Article, addressOf } from "./articles.ts";
import { diffAddress } from "./commands.ts";

/** The text of a page, and where one goes from there. */
export function articleBody(article: Article, articles: Article[]): { body: Html; foot: Html } {
  return {
    body: html`<article>${withExercise(withDifference(article), article)}</article>`,
    foot: foot(article, articles),
  };
}

/** Under "What changed" stands the way to all of it. */
function withDifference({ body, chapter }: Article): Html {
  const before = chapters.find(({ number }) => number + 1 === chapter?.number);
  if (!chapter || !before) return body;
  const link = html`<p class="aside"><a href="../${diffAddress(before.folder, chapter.folder)}">Every line that changed, ${before.folder.replace("-", " ")} to ${chapter.folder.replace("-", " ")}</a></p>`;
  const heading = /<h2 id="what-changed">.*?<\/h2>\n/;
  return trusted(body.html.replace(heading, (found) => found + link.html));
}

/** Before the code stands the way to the exercise, of which it is the answer. */
function withExercise(body: Html, { headings }: Article): Html {
  const exercise = headings.find(({ text }) => text.startsWith("Build it yourself"));
  if (!exercise) return body;
  const link = html`<p class="aside">To build it yourself first, go on with <a href="#${exercise.anchor}">Build it yourself</a>: the code below is the answer.</p>\n`;
  return trusted(body.html.replace(/<h2 id="the-code">/, (found) => link.html + found));
}

function foot(article: Article, articles: Article[]): Html {
  const place = articles.indexOf(article);
  const [before, after] = [articles[place - 1], articles[place + 1]];
  return html`<nav class="turn-page" aria-label="Pages before and after">
${before && html`<a rel="prev" href="../${addressOf(before)}"><span>Before</span> ${before.name === "README" ? "One Turn" : before.title}</a>`}
${after && html`<a rel="next" href="../${addressOf(after)}"><span>Next</span> ${after.title}</a>`}
</nav>
<p class="as-markdown">This page <a href="../${article.name}.md">as markdown</a></p>`;
}
