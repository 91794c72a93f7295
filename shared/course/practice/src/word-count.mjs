import { readFileSync } from "node:fs";
import { count } from "./count.mjs";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: node src/word-count.mjs FILE");
  process.exit(1);
}

const { lines, words, characters } = count(readFileSync(file, "utf8"));
console.log(`${lines} lines, ${words} words, ${characters} characters in ${file}`);
