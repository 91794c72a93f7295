/** Hints are for whoever asks for them: each run of folds becomes one line that says where they are. */
export function foldHints(path: string, markdown: string): string {
  return markdown.replace(/(?:^<details>\n.*?^<\/details>\n*)+/gms, (folds) => {
    const count = folds.match(/^<details>$/gm)?.length ?? 0;
    const isOfSteps = folds.includes("<summary>Hints for step ");
    const line = isOfSteps
      ? "Stuck? `npx one-turn workshop hint` tells one more with each call: idea, place, sketch, solution."
      : `Stuck? ${count} hints are at this place in \`${path}\`.`;
    return `${line}\n\n`;
  });
}
