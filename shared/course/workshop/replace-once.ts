/** Throws a sentence when the text to find is not there exactly once. */
export function replaceOnce(
  file: string,
  source: string,
  { find, replace }: { find: string; replace: string },
): string {
  const count = source.split(find).length - 1;
  if (count === 1) return source.replace(find, () => replace);
  throw new Error(
    `${file} has this ${count} times, and should have it once: ${JSON.stringify(find)}`,
  );
}
