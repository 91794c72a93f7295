import { chapters } from "../../shared/course/chapters.ts";

/** The chapters as an error lists them: "01 bare-loop, 02 tools, …". */
export const knownChapters = chapters.map(({ folder }) => folder.replace("-", " ")).join(", ");
