import { relative, resolve } from "node:path";
import { freshSite } from "../../../walkthrough/site/fresh-site.ts";
import { serveSite } from "../../../walkthrough/site/serve.ts";

const usualPort = 4177;

/** Builds the pages into a folder, if they are not there already. Throws one line. */
export async function buildPages(out?: string, base?: string): Promise<void> {
  const outDir = out === undefined ? undefined : resolve(out);
  if (base !== undefined && !/^\/(?:[\w.~-]+\/)*$/.test(base)) {
    throw new Error(
      `"${base}" is not a base path. Use one that begins and ends with "/", such as /one-turn/.`,
    );
  }
  const folder = await freshSite({ ...(outDir && { outDir }), ...(base && { base }), onWait });
  console.log(`The pages are in ${relative(process.cwd(), folder) || "this folder"}.`);
}

/** Serves the pages until Ctrl+C, which before that ends it as it does any program. Throws one line. */
export async function servePages(port: string | undefined): Promise<void> {
  const wanted = port === undefined ? usualPort : readPort(port);
  await serveFolder(await freshSite({ onWait, orEarlier: true }), wanted);
}

/** Serves a built site on `wanted`, or on the next port that is free, and says where. Ctrl+C ends it at once. */
export async function serveFolder(folder: string, wanted: number): Promise<void> {
  process.on("SIGINT", () => process.exit(0));
  const site = await serveSite({ folder, port: wanted });
  const taken = wanted === 0 || site.port === wanted ? "" : ` (${wanted} is taken)`;
  console.log(`The walkthrough is at http://127.0.0.1:${site.port}/${taken}. Ctrl+C ends it.`);
}

function readPort(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`"${text}" is not a port. Use a whole number from 0 to 65535.`);
}

function onWait(why: string): void {
  process.stderr.write(`${why}\n`);
}
