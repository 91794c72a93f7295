import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Every page of a built site, as a path below its root that ends in "/" or is empty. */
export function listPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /(^|\/)index\.html$/.test(path))
    .map((path) => path.replace(/index\.html$/, ""))
    .sort();
}

/** The links of a page that lead nowhere on the site, each with the page it stands on. */
export function deadLinks(folder: string, page: string): string[] {
  const html = readFileSync(join(folder, page, "index.html"), "utf8");
  const targets = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = ""]) => target);
  return [...new Set(targets)]
    .filter((target) => !/^(https?:|mailto:|data:)/.test(target))
    .filter((target) => !leadsSomewhere(folder, page, target))
    .map((target) => `${page || "/"} → ${target}`);
}

function leadsSomewhere(folder: string, page: string, target: string): boolean {
  const [address = "", anchor] = target.replaceAll("&#38;", "&").split("#");
  const [path = ""] = address.split("?");
  const place = path === "" ? page : posix.join(page, path);
  const file = join(folder, place, place === "" || place.endsWith("/") ? "index.html" : "");
  if (place.startsWith("..") || !existsSync(file)) return false;
  if (anchor === undefined) return true;
  return new RegExp(`\\bid="${anchor.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&")}"`).test(
    readFileSync(file, "utf8"),
  );
}
