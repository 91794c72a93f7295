import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";

export const chapter = "04-reducer";

/** What Node needs to run the real program, as the launcher starts it. */
export const programArgs = [bundleProgram(projectRoot(), `chapters/${chapter}/main.ts`)];
