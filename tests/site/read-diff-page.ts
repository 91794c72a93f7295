import type { Page } from "playwright-core";

/** What a page about two chapters shows. */
export type ShownDiff = {
  title: string;
  layers: string[];
  events: string[];
  /** Of shared/events.ts. */
  slice: string[];
  lines: string;
  files: ShownFile[];
  unchanged: string[];
};

export type ShownFile = {
  path: string;
  status: string;
  added: string;
  removed: string;
  whys: string[];
  /** A line begins with its sign; behind it stand the words that are marked. */
  hunks: { place?: string; heading?: string; lines: string[] }[];
};

export function readDiffPage(page: Page): Promise<ShownDiff> {
  return page.evaluate<ShownDiff>(`(${inPage})()`);
}

// a text: the page's names are none of this program
const inPage = `() => {
  const all = (selector, of = document) => [...of.querySelectorAll(selector)];
  const textOf = (element) => element?.textContent.trim() ?? "";
  const signs = { INS: "+", DEL: "-", SPAN: " " };
  const lineOf = (line) => {
    return signs[line.tagName] + line.textContent + all("mark", line).map((mark) => " [" + mark.textContent + "]");
  };
  const linesOf = (of) => all(".line:not(.twin)", of).map(lineOf);
  const hunksOf = (file) => {
    if (!file.classList.contains("changed")) {
      const whole = file.querySelector(".whole > .lines") ?? file.querySelector(":scope > .lines");
      return whole ? [{ lines: linesOf(whole) }] : [];
    }
    return all(".hunk", file).map((hunk) => {
      const heading = hunk.querySelector(".place code");
      return {
        place: hunk.dataset.hunk,
        ...(heading && { heading: heading.textContent }),
        lines: linesOf(hunk),
      };
    });
  };
  return {
    title: textOf(document.querySelector("h1")),
    layers: all(".layer").map((layer) => textOf(layer.lastChild)),
    events: all(".chips .event").map(({ dataset }) => dataset.event),
    slice: all(".slice .line").map((line) => line.textContent),
    lines: textOf(all(".facts dd").at(-1)),
    files: all(".file:not(.slice)").map((file) => ({
      path: file.id,
      status: file.className.replace("file ", ""),
      added: file.dataset.added,
      removed: file.dataset.removed,
      whys: all(".why", file).map((why) => textOf(why.lastChild)),
      hunks: hunksOf(file),
    })),
    unchanged: all(".unchanged li").map((path) => path.textContent),
  };
}`;
