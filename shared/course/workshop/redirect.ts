import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** The tests of a chapter import it by its path. Here they find the learner's folder in its place. */
export function redirect(root: string, chapter: string, exercise: string): Plugin {
  const from = `${join(root, "chapters", chapter)}/`.replaceAll("\\", "/");
  const to = `${join(root, "workshop", exercise)}/`.replaceAll("\\", "/");
  return {
    name: "one-turn-exercise",
    enforce: "pre",
    async resolveId(id, importer, options) {
      const path = id.startsWith(".") && importer ? join(dirname(importer), id) : id;
      const wanted = path.replaceAll("\\", "/");
      if (!wanted.startsWith(from)) return undefined;
      const file = wanted.slice(from.length);
      const found = await this.resolve(to + file, importer, { ...options, skipSelf: true });
      // or the chapter's own would be found, and pass
      if (!found) throw new Error(`workshop/${exercise}/${file} is not there yet.`);
      return found;
    },
    transform(code, id) {
      return id === `${to}session.ts` ? { code: code + watchSession, map: null } : undefined;
    },
  };
}

/** Behind the learner's last line, so that the numbers of the lines stay. */
const watchSession = `
;if (typeof AgentSession === "function") globalThis.oneTurnWatch?.(AgentSession);
`;
