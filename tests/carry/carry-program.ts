import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { addCarryCommand } from "../../shared/course/carry/command.ts";
import type { Chapter } from "../../shared/course/chapters.ts";

// one-turn with nothing but this command, for the chapters that ONE_TURN_ROOT has
const root = process.env.ONE_TURN_ROOT ?? "";
const manifest = join(root, "manifest.json");
const listed = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
const chapters = readdirSync(join(root, "chapters"))
  .sort()
  .map((folder): Chapter => {
    const paths: string[] = listed[folder] ?? [];
    return {
      number: Number(folder.slice(0, 2)),
      folder,
      name: folder.slice(3),
      layer: "a layer",
      minutes: 10,
      newEvents: [],
      files: paths.map((path) => ({ path, why: "It is new.", role: "build" })),
    };
  });

const program = new Command("one-turn");
addCarryCommand(program, { chapters, findChapter });
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`one-turn: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

function findChapter(text: string): Chapter {
  const chapter = chapters.find(({ number }) => number === Number(text));
  if (!chapter) throw new Error(`No chapter "${text}".`);
  return chapter;
}
