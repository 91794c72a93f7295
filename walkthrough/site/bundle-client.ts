import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";

/** What a page has to name so that a browser loads an entry: paths below the root of the site. */
export type ClientFiles = { script: string; styles: string[] };

export const entries = ["page", "player", "diff"] as const;
export type Entry = (typeof entries)[number];

const sources: Record<Entry, string> = {
  page: "page.ts",
  player: "player/main.ts",
  diff: "diff/main.ts",
};

/** Bundles what runs in the browser into `outDir`, beside what is there. */
export async function bundleClient(
  root: string,
  outDir: string,
): Promise<Record<Entry, ClientFiles>> {
  const { build } = await import("vite");
  const client = join(root, "walkthrough", "site", "client");
  await build({
    configFile: false,
    root: client,
    base: "./",
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir,
      emptyOutDir: false,
      manifest: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: entries.map((entry) => join(client, sources[entry])),
        checks: { pluginTimings: false },
      },
    },
  });
  const manifest = JSON.parse(await readFile(join(outDir, ".vite", "manifest.json"), "utf8"));
  const files = entries.map((entry) => [entry, filesOf(manifest, sources[entry])]);
  return Object.fromEntries(files) as Record<Entry, ClientFiles>;
}

function filesOf(manifest: Manifest, source: string): ClientFiles {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The bundle has no entry for ${source}.`);
  return { script: chunk.file, styles: [...new Set(stylesOf(manifest, source))] };
}

/** Those of what it imports come first: they are what its own build on. */
function stylesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const { css = [], imports = [] } = manifest[name] ?? {};
  return [...imports.flatMap((each) => stylesOf(manifest, each, seen)), ...css];
}
