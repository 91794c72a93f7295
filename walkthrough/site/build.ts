import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectRoot } from "../../shared/course/project-root.ts";
import { bundleClient } from "./bundle-client.ts";
import { html, trusted } from "./html.ts";
import { layOut } from "./pages/layout.ts";
import { playerBody } from "./player-page.ts";

export type BuildOptions = {
  /** By default walkthrough/site/dist. Emptied first. */
  outDir?: string;
  /** Where the site will lie on its host. Only the page for a wrong address needs to know. */
  base?: string;
};

/** The whole site, as files that any web server can serve. Returns the folder. */
export async function buildSite(options: BuildOptions = {}): Promise<string> {
  const root = projectRoot();
  const outDir = options.outDir ?? join(root, "walkthrough", "site", "dist");
  const client = await bundleClient(root, outDir);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(outDir, path)), { recursive: true });
    await writeFile(join(outDir, path), text);
  };
  await write(
    "index.html",
    layOut({
      title: "One Turn",
      description: "A coding agent in numbered chapters.",
      root: "",
      kind: "landing",
      files: [client.page],
      body: html`<h1>One Turn</h1>`,
    }),
  );
  await write(
    "player/index.html",
    layOut({
      title: "The turn player",
      description: "Step through one turn.",
      root: "../",
      kind: "wide",
      files: [client.page, client.player],
      body: trusted(playerBody()),
    }),
  );
  return outDir;
}
