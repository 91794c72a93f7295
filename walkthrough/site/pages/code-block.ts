import { type Html, html, trusted } from "../html.ts";
import type { RecordingIndex } from "../recording/recording.ts";
import { shownFor } from "./commands.ts";
import { markEvents } from "./event-names.ts";
import { highlight } from "./highlight.ts";

type Place = { root: string; index: RecordingIndex };

/** A block of a page: what it is and where it comes from stand above it. */
export async function codeBlock(info: string, content: string, place: Place): Promise<Html> {
  const [language = "", subject = ""] = info.split(/\s+/);
  if (language === "console") return consoleBlock(content, place);
  if (language === "sh" || language === "powershell") return shellBlock(language, content, place);
  const lines = await highlight(content, language);
  const code = trusted(lines.join("\n"));
  if (subject === "") return figure("plain", undefined, code);
  return figure("source", sourceCaption(subject), code);
}

function consoleBlock(content: string, place: Place): Html {
  const lines = content.split("\n");
  const commands = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
  const code = lines.map((line) => {
    if (!line.startsWith("$ ")) return `${consoleLine(line)}\n`;
    return html`<span class="prompt">$ </span><span class="command">${line.slice(2)}</span>\n`.html;
  });
  const more = shownLinks(commands, place);
  return figure(
    "console",
    html`<span class="what">terminal</span>${more}`,
    trusted(code.join("").trimEnd()),
  );
}

/** A row of a trace has its number set back; what went over the wire begins with an arrow. */
function consoleLine(line: string): string {
  const [, number, rest = ""] = /^(\s*\d+)( [●»▸┆◂«✗~] .*)$/.exec(line) ?? [];
  if (number) return `<span class="number">${number}</span>${markEvents(rest)}`;
  if (/^ +[→←] /.test(line)) return html`<span class="wire">${line}</span>`.html;
  return markEvents(line);
}

function shellBlock(language: string, content: string, place: Place): Html {
  const lines = content.split("\n");
  const name = language === "sh" ? "" : "PowerShell";
  const code = lines.map((line) => {
    return line.startsWith("#") ? html`<span class="c">${line}</span>`.html : html`${line}`.html;
  });
  const caption = html`${name && html`<span class="what">${name}</span>`}${shownLinks(lines, place)}`;
  return figure("shell", caption, trusted(code.join("\n")));
}

function shownLinks(commands: string[], { root, index }: Place): Html[] {
  const shown = commands.flatMap((command) => shownFor(command, index) ?? []);
  return shown.map(({ href, label }) => html`<a class="shown" href="${root}${href}">${label}</a>`);
}

function sourceCaption(subject: string): Html {
  if (subject === "sketch") return html`<span class="what">a sketch, in no chapter</span>`;
  const [path = "", symbols] = subject.split("#");
  const slash = path.lastIndexOf("/") + 1;
  const names = symbols?.split("+").join(", ");
  return html`<span class="path">${path.slice(0, slash)}<b>${path.slice(slash)}</b></span>${
    names && html`<span class="symbol">${names}</span>`
  }`;
}

function figure(kind: string, caption: Html | undefined, code: Html): Html {
  const head = caption && html`<figcaption>${caption}</figcaption>`;
  return html`<figure class="code ${kind}">${head}<pre><code>${code}</code></pre></figure>`;
}
