import { serveFolder } from "../../shared/course/walkthrough/pages.ts";

// what `walkthrough` does once the pages are built
const [folder = "", port = ""] = process.argv.slice(2);
await serveFolder(folder, Number(port));
