import { type Chapter, chapters, findChapter } from "../../shared/course/chapters.ts";
import { type Measure, measures } from "./measures.ts";

export type Options = {
  wanted: Measure[];
  chapters: Chapter[];
};

/** Everything, unless `--only NAME` or `--chapter NN` says less. Throws one line. */
export function readOptions(args: string[]): Options {
  const names = measures.map(({ name }) => name);
  const options: Options = { wanted: measures, chapters };
  for (let place = 0; place < args.length; place += 2) {
    const [option = "", value] = args.slice(place, place + 2);
    if (option !== "--only" && option !== "--chapter") {
      throw new Error(`Unknown "${option}". Use --only NAME or --chapter NN.`);
    }
    if (!value)
      throw new Error(`${option} needs ${option === "--only" ? "a NAME" : "a number NN"}.`);
    if (option === "--chapter") options.chapters = [findChapter(value)];
    else if (names.includes(value)) options.wanted = measures.filter(({ name }) => name === value);
    else throw new Error(`No measure "${value}". Use one of: ${names.join(", ")}.`);
  }
  return options;
}
