import { replaceFile } from "../../chapters/14-approvals/tools/replace-file.ts";

/** Run as a program of its own: replaces one file again and again, by bytes that are all of one value. */
const [place = ""] = process.argv.slice(2);
const size = 256 * 1024;
process.stdout.write("begun");
for (let value = 1; ; value = (value % 255) + 1) {
  await replaceFile(place, Buffer.alloc(size, value), 0o755);
}
