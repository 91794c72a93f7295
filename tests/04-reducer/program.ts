import { packedProgram } from "../support/packed-program.ts";

export const chapter = "04-reducer";

/** What Node needs to run the real program. */
export const programArgs = [packedProgram(`chapters/${chapter}/main.ts`)];
