import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
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

/** What the server is not asked to guess: a browser takes text without it for another alphabet. */
const textTypes: Record<string, string> = {
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** A folder has a slash at its end, so that its relative links hold; what is not there is a page that says so. */
function addresses(folder: string): Plugin {
  return {
    name: "one-turn-addresses",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.method !== "GET" && request.method !== "HEAD") {
          return response.writeHead(405, { allow: "GET, HEAD" }).end();
        }
        const [, pathname = "/", search = ""] = /^([^?#]*)(.*)$/.exec(request.url ?? "/") ?? [];
        if (isWithheld(folder, pathname)) return notFound(folder)(request, response, next);
        const isFolder = isThere(folder, pathname, "index.html");
        if (!pathname.endsWith("/") && isFolder) {
          const location = `${pathname.replace(/^\/+/, "/")}/${search}`;
          return response.writeHead(301, { location }).end();
        }
        const type = textTypes[extname(pathname)];
        if (type) response.setHeader("content-type", type);
        next();
      });
      return () => middlewares.use(notFound(folder));
    },
  };
}

function notFound(folder: string): Connect.NextHandleFunction {
  return async (request, response, next) => {
    const [pathname = "/"] = (request.url ?? "/").split(/[?#]/);
    const isPage = pathname.endsWith(".html") && isThere(folder, pathname);
    if (isPage && !isWithheld(folder, pathname)) return next();
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

/** What a server may try for an address. */
const endings = ["", ".html", ".htm", "/index.html", "/index.htm"];

/** Whether it is hidden, or a link leads from it out of the folder. */
function isWithheld(folder: string, pathname: string): boolean {
  try {
    const names = decodeURIComponent(pathname);
    if (/[\\/]\./.test(names)) return true;
    const real = realpathSync(folder);
    const found = endings.map((ending) => join(folder, names + ending)).filter(existsSync);
    return !found.every((path) => join(realpathSync(path), sep).startsWith(join(real, sep)));
  } catch {
    return true;
  }
}
