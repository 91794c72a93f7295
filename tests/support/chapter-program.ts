import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";

/** What Node needs to run the program of a chapter, as the launcher starts it. */
export function chapterProgram(folder: string): string[] {
  return ["--enable-source-maps", bundleProgram(projectRoot(), `chapters/${folder}/main.ts`)];
}
