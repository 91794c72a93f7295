import { posix } from "node:path";

/** Where the link of a page leads on the site, or what stands in its place. */
export type Target =
  | { kind: "address"; href: string }
  /** A file of the repository, which has no page. */
  | { kind: "file"; path: string }
  /** Nothing that a link may do. */
  | { kind: "none" };

/** `root` leads from the page to the root of the site; `pages` are the names of the pages. */
export function resolveLink(href: string, root: string, pages: Set<string>): Target {
  if (/^(https?:|mailto:)/i.test(href)) return { kind: "address", href };
  if (/^[a-z][a-z\d+.-]*:|^\/|^\\/i.test(href.replace(/[\s\p{Cc}]/gu, ""))) return { kind: "none" };
  if (href.startsWith("#")) return { kind: "address", href };
  const [path = "", anchor] = href.split("#");
  const name = path.replace(/\.md$/, "");
  if (path.endsWith(".md") && pages.has(name)) {
    const address = name === "README" ? root || "./" : `${root}${name}/`;
    return { kind: "address", href: anchor ? `${address}#${anchor}` : address };
  }
  const file = posix.join("walkthrough", path);
  return file.startsWith("..") ? { kind: "none" } : { kind: "file", path: file };
}
