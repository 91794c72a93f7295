import { packedProgram } from "./packed-program.ts";

/** What Node needs to run the program of a chapter. */
export function chapterProgram(folder: string): string[] {
  return ["--enable-source-maps", packedProgram(`chapters/${folder}/main.ts`)];
}
