/** Which content of a file the model has seen. Kept as long as the program runs. */
export type SeenFiles = {
  note(place: string, hash: string): void;
  /** False for a file that was never read: then the user sees the difference, and decides. */
  hasChanged(place: string, hash: string): boolean;
};

export function seenFiles(): SeenFiles {
  const hashes = new Map<string, string>();
  return {
    note: (place, hash) => hashes.set(place, hash),
    hasChanged: (place, hash) => hashes.has(place) && hashes.get(place) !== hash,
  };
}
