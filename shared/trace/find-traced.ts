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
  if (!existsSync(join(root, path, "agent.ts"))) throw new Error(`There is no ${path}/agent.ts.`);
  return { number, path };
}
