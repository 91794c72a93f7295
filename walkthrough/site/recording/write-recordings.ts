import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordAll, recordingIndex } from "./record-all.ts";

/** npx tsx walkthrough/site/recording/write-recordings.ts FOLDER */
const [, , folder] = process.argv;
if (!folder) throw new Error("Name the folder to write to.");
const recordings = await recordAll();
write("index.json", recordingIndex(recordings));
for (const recording of recordings) {
  write(`${recording.chapter}/${recording.scenario}.json`, recording);
}

function write(path: string, value: unknown): void {
  const file = join(folder as string, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value)}\n`);
}
