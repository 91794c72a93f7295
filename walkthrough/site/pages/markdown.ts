import { Marked, type Token, type Tokens } from "marked";
import { type Heading, readHeadings } from "../../../shared/course/walkthrough/headings.ts";
import { type Page, parsePage } from "../../../shared/course/walkthrough/page.ts";
import { escapeHtml, type Html, html, trusted } from "../html.ts";
import type { RecordingIndex } from "../recording/recording.ts";
import { codeBlock } from "./code-block.ts";
import { breakNames, codeWords } from "./code-words.ts";
import { shownFor } from "./commands.ts";
import { eventClass, isEventName } from "./event-names.ts";
import { resolveLink } from "./links.ts";

export type Place = {
  /** From the page to the root of the site: "" or "../". */
  root: string;
  /** The names of all pages. */
  pages: Set<string>;
  index: RecordingIndex;
};

export type Rendered = { body: Html; headings: Heading[]; tokens: Token[] };

const allowedTag = /(<\/?(?:details|summary)>)/;

/** A page's markdown as HTML. Of HTML in it only details and summary are taken as such; the rest is text. */
export async function renderMarkdown(text: string, place: Place): Promise<Rendered> {
  const page = parsePage("page.md", text);
  const blocks = new Map<Token, string>();
  const marked = new Marked();
  const tokens = marked.lexer(text);
  const codes: Tokens.Code[] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type === "code") codes.push(token as Tokens.Code);
  });
  for (const token of codes) {
    blocks.set(token, (await codeBlock(token.lang ?? "", token.text, place)).html);
  }
  const headings = readHeadings(page);
  marked.use({ renderer: rendererOf(page, place, blocks) });
  return { body: trusted(marked.parser(tokens)), headings, tokens };
}

function rendererOf(page: Page, place: Place, blocks: Map<Token, string>) {
  const left = [...readHeadings(page)];
  return {
    code: (token: Tokens.Code) => blocks.get(token) ?? "",
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) => renderHtml(text, block === true),
    heading(this: Renderer, { tokens, depth, text }: Tokens.Heading) {
      const inner = trusted(this.parser.parseInline(tokens));
      const at = left.findIndex((heading) => heading.level === depth && heading.text === text);
      const [found] = at === -1 ? [] : left.splice(0, at + 1).slice(-1);
      return renderHeading(depth, inner, found?.anchor).html;
    },
    codespan({ text }: Tokens.Codespan) {
      return renderCode(text, place).html;
    },
    link(this: Renderer, token: Tokens.Link) {
      const inner = trusted(this.parser.parseInline(token.tokens));
      const target = resolveLink(token.href, place.root, place.pages);
      if (target.kind === "address") return html`<a href="${target.href}">${inner}</a>`.html;
      if (target.kind === "none") return escapeHtml(token.raw);
      const said = token.text.replaceAll("`", "") === target.path;
      return html`${inner}${!said && html` (<code>${codeWords(target.path)}</code>)`}`.html;
    },
    image({ href, text, raw }: Tokens.Image) {
      if (!/^pictures\/[\w-]+\.(svg|png)$/.test(href)) return escapeHtml(raw);
      return html`<img src="${place.root}${href}" alt="${text}" loading="lazy">`.html;
    },
    table(this: Renderer, token: Tokens.Table) {
      const wide = token.header.length > 4 && " wide";
      const cells = (row: Tokens.TableCell[], tag: "th" | "td") =>
        row.map((cell) => {
          const text = this.parser.parseInline(cell.tokens);
          const inner = wide ? breakNames(text) : text;
          return tag === "th" ? `<th scope="col">${inner}</th>` : `<td>${inner}</td>`;
        });
      const head = cells(token.header, "th").join("");
      const rows = token.rows.map((row) => `<tr>${cells(row, "td").join("")}</tr>`).join("\n");
      return `<div class="table${wide || ""}"><table><thead><tr>${head}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
    },
  };
}

type Renderer = { parser: { parseInline(tokens: Token[]): string } };

function renderHtml(text: string, block: boolean): string {
  const parts = text.split(allowedTag).map((part) => {
    if (allowedTag.test(part)) return part;
    const shown = escapeHtml(part).replace(/&#38;(?=#?\w+;)/g, "&");
    return block && part.includes("<") ? `<p>${shown}</p>` : shown;
  });
  return parts.join("");
}

function renderHeading(depth: number, inner: Html, anchor: string | undefined): Html {
  if (depth === 1) return renderTitle(inner.html, anchor ?? "");
  const tag = trusted(`h${depth}`);
  if (!anchor) return html`<${tag}>${inner}</${tag}>\n`;
  return html`<${tag} id="${anchor}">${inner}<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></${tag}>\n`;
}

/** "03 events: the agent says what it does" is a number, a name and a sentence. */
function renderTitle(inner: string, anchor: string): Html {
  const [, number, name, sentence] = /^(\d\d) ([\w-]+): (.+)$/.exec(inner) ?? [];
  if (!number || !name || !sentence) return html`<h1 id="${anchor}">${trusted(inner)}</h1>\n`;
  return html`<h1 id="${anchor}"><span class="chapter"><span class="number">${number}</span> ${name}<span class="unseen">:</span></span> <span class="sentence">${trusted(sentence)}</span></h1>\n`;
}

/** An event has the colour of its family; a command that the site can show leads there. */
function renderCode(text: string, { root, index }: Place): Html {
  if (isEventName(text)) return html`<code class="mention ${eventClass(text)}">${text}</code>`;
  const shown = shownFor(text, index);
  const code = html`<code>${codeWords(text)}</code>`;
  return shown ? html`<a href="${root}${shown.href}">${code}</a>` : code;
}
