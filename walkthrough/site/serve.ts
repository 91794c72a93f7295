import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, sep } from "node:path";
import type { Connect, Plugin } from "vite";

export type ServeOptions = { folder: string; port: number };

export type Served = { port: number; close(): Promise<void> };

/** Serves a built site on this machine alone. When the port is taken, the next free one is used. */
export async function serveSite({ folder, port }: ServeOptions): Promise<Served> {
  const { preview } = await import("vite");
  const server = await preview({
    configFile: false,
    root: folder,
    appType: "mpa",
    logLevel: "silent",
    build: { outDir: folder },
    preview: { host: "127.0.0.1", port, strictPort: false, open: false, cors: false },
    plugins: [addresses(folder)],
  });
  const { port: used } = server.httpServer.address() as AddressInfo;
  return { port: used, close: () => server.close() };
}

/** A folder has a slash at its end, so that its relative links hold; what is not there is a page that says so. */
function addresses(folder: string): Plugin {
  return {
    name: "one-turn-addresses",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, pathname = "/", search = ""] = /^([^?#]*)(.*)$/.exec(request.url ?? "/") ?? [];
        const isFolder = isThere(folder, pathname, "index.html");
        if (pathname.endsWith("/") || !isFolder) return next();
        response.writeHead(301, { location: `${pathname.replace(/^\/+/, "/")}/${search}` }).end();
      });
      return () => middlewares.use(notFound(folder));
    },
  };
}

function notFound(folder: string): Connect.NextHandleFunction {
  return async (request, response, next) => {
    const [pathname = "/"] = (request.url ?? "/").split(/[?#]/);
    if (pathname.endsWith(".html") && isThere(folder, pathname)) return next();
    const page = await readFile(join(folder, "404.html")).catch(() => "There is no such page.");
    response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end(page);
  };
}

/** Whether an address names a file of the folder, and nothing outside of it. */
function isThere(folder: string, pathname: string, file = ""): boolean {
  try {
    const path = join(folder, decodeURIComponent(pathname), file);
    return path.startsWith(join(folder, sep)) && existsSync(path);
  } catch {
    return false;
  }
}
