import { pathToFileURL } from "node:url";
import { bundleProgram } from "../course/bundle.cjs";
import { projectRoot } from "../course/project-root.ts";
import type { LoadModule } from "./load-chapter.ts";

/** TypeScript of a chapter on any Node: through the cached bundle. */
export const loadBundled: LoadModule = async (path) => {
  const bundle = await bundleProgram(projectRoot(), path);
  return import(pathToFileURL(bundle).href);
};
