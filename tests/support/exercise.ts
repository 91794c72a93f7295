const [chapter = "", folder = ""] = (process.env.ONE_TURN_EXERCISE ?? "").split(" ");

/** Whether a folder of the workshop stands in the place of its chapter in this run. */
export const isExercise = folder !== "";

/** A path below the root: of the learner's folder when that is what is tested. */
export function programPath(entry: string): string {
  const own = `chapters/${chapter}`;
  if (!isExercise || (entry !== own && !entry.startsWith(`${own}/`))) return entry;
  return `workshop/${folder}${entry.slice(own.length)}`;
}

/**
 * A sentence of the chapter's own. An exercise may say it in other words: of that only the `parts` are asked, in
 * their order, and that there is something. A text that begins with the first part has to begin with it.
 */
export function sentence(text: string, ...parts: string[]): string {
  if (!isExercise) return text;
  const matcher = {
    $$typeof: Symbol.for("jest.asymmetricMatcher"),
    asymmetricMatch: (other: unknown) =>
      typeof other === "string" && patternOf(text, parts).test(other),
    toString: () => "sentence",
    getExpectedType: () => "string",
    toAsymmetricMatcher: () => JSON.stringify([...parts, "…"].join("")),
  };
  return matcher as unknown as string;
}

/** The same for what is thrown. */
export function thrownSentence(text: string, ...parts: string[]): RegExp {
  return isExercise ? patternOf(text, parts) : new RegExp(`^${literally(text)}$`);
}

function patternOf(text: string, parts: string[]): RegExp {
  const start = parts[0] !== undefined && text.startsWith(parts[0]) ? "^" : "";
  const more = /\S$/.test(parts.at(-1) ?? "") ? "" : "[\\s\\S]";
  return new RegExp(`${start}${parts.map(literally).join("[\\s\\S]*")}${more}`);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
