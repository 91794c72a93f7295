import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findChapter } from "../../shared/course/chapters.ts";
import { projectRoot } from "../../shared/course/project-root.ts";
import { freshSite } from "../../walkthrough/site/fresh-site.ts";
import { recordAll } from "../../walkthrough/site/recording/record-all.ts";
import { serveSite } from "../../walkthrough/site/serve.ts";

export type TestSite = {
  folder: string;
  /** Ends in "/". */
  address: string;
  close(): Promise<void>;
};

/** What is played in the tests: all chapters would take a minute more. */
const played = ["02", "03", "06"];

const folder = join(projectRoot(), ".one-turn", "cache", "site-test");

const hostilePage = `# Hostile <script>window.hit = 1</script>

A paragraph with <img src=x onerror="window.hit = 2"> and [a link](javascript:window.hit=3), a
[hidden one](JaVa&#115;cript:window.hit=4), \`<b>code</b>\` and ![a picture](https://example.com/x.png).

<script>window.hit = 5</script>

<details onclick="window.hit = 6">
<summary>A hint <svg onload="window.hit = 7"></summary>

</details>

| <iframe src="https://example.com"> | b |
|---|---|
| <style>body { display: none }</style> | \`</code><script>window.hit = 8</script>\` |

\`\`\`text
</pre><script>window.hit = 9</script>
\`\`\`
`;

/** The whole site with a hostile page in it, built once for all tests and as long as nothing changes. */
export async function openTestSite(): Promise<TestSite> {
  const recordings = await recordAll(played.map(findChapter));
  const outDir = join(folder, "site");
  await freshSite({ outDir, pages: copyPages(), recordings });
  const { port, close } = await serveSite({ folder: outDir, port: 0 });
  return { folder: outDir, address: `http://127.0.0.1:${port}/`, close };
}

/** Only what has changed is written: another process may be reading. */
function copyPages(): string {
  const from = join(projectRoot(), "walkthrough");
  const to = join(folder, "pages");
  const names = readdirSync(from).filter((name) => name.endsWith(".md"));
  const pages = new Map(names.map((name) => [name, readFileSync(join(from, name), "utf8")]));
  pages.set("hostile.md", hostilePage);
  cpSync(join(from, "pictures"), join(to, "pictures"), { recursive: true });
  for (const name of readdirSync(to)) {
    if (name.endsWith(".md") && !pages.has(name)) rmSync(join(to, name));
  }
  for (const [name, text] of pages) {
    const path = join(to, name);
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
  return to;
}
