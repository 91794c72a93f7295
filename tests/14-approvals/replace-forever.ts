import { readFileSync } from "node:fs";
import { replaceFile } from "../../chapters/14-approvals/tools/replace-file.ts";
import { hashOf } from "../../chapters/14-approvals/tools/text-file.ts";

/** Run as a program of its own: replaces one file again and again, by bytes that are all of one value. */
const [place = ""] = process.argv.slice(2);
const size = 256 * 1024;
const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
let hash = hashOf(readFileSync(place));
process.stdout.write("begun");
for (let value = 1; ; value = (value % 255) + 1) {
  const bytes = Buffer.alloc(size, value);
  await replaceFile(place, bytes, { hash, mode: 0o755, ...owner });
  hash = hashOf(bytes);
}
