import { posix } from "node:path";
import type { Colors } from "picocolors/types.js";
import { readablePages } from "./pages.ts";

/** A link in words: the page by the name that `read` takes, a file by its path, an address as it is. */
export function linkText(href: string, text: string, colors: Colors): string {
  const where = placeOf(href);
  if (where === "" || text.includes(where)) return colors.underline(text);
  return `${colors.underline(text)} ${colors.dim(`(${where})`)}`;
}

export function pictureText(href: string, text: string): string {
  return `[picture: ${text.replace(/\.$/, "")}, in ${pathOf(href)}]`;
}

function placeOf(href: string): string {
  if (/^[a-z]+:/i.test(href)) return href;
  const [file = ""] = href.split("#", 1);
  if (file === "") return "";
  const page = readablePages.find((each) => each.file === file);
  if (!page) return pathOf(file);
  return page.chapter ? page.name : `read ${page.name}`;
}

/** From the top of the clone. */
function pathOf(file: string): string {
  return posix.join("walkthrough", file);
}
