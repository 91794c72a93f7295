import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { findChapter } from "../course/chapters.ts";
import { projectRoot } from "../course/project-root.ts";
import type { TracedChapter } from "./load-chapter.ts";

/**
 * A chapter by number or name, or a folder of one's own such as workshop/02-tools, whose number says what to
 * expect of it. Throws one line.
 */
export function findTraced(text: string): TracedChapter {
  if (!/[\\/]/.test(text)) {
    const { number, folder } = findChapter(text);
    return { number, path: `chapters/${folder}` };
  }
  const root = projectRoot();
  const path = relative(root, resolve(text)).split(sep).join("/");
  const number = Number(/^(\d\d)-[^/]+$/.exec(path.split("/").at(-1) ?? "")?.[1]);
  if (path.startsWith("../") || !number) {
    throw new Error(
      `"${text}" is no folder NN-name of this clone. Use one such as workshop/02-tools, or a chapter's number.`,
    );
  }
  const needed = ["agent.ts", "openai.ts", number < 3 ? "" : "create-session.ts"].filter(Boolean);
  const missing = needed.find((file) => !existsSync(join(root, path, file)));
  if (missing) throw new Error(`There is no ${path}/${missing} yet, and the trace needs it.`);
  return { number, path };
}
