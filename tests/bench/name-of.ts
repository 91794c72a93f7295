import type { Chapter } from "../../shared/course/chapters.ts";

/** As the tables show it: "04 reducer". */
export function nameOf({ folder }: Chapter): string {
  return folder.replace("-", " ");
}
