/**
 * The path of a bundle of `entry`, a path below `root` with "/". Built anew only when one of its sources
 * has changed; kept below .one-turn/cache, or until this process ends where that cannot be written.
 * What `external` names, by absolute paths with "*", stays an import: the same for each call with this `entry`.
 * Throws the place and the message when a source cannot be parsed or an import does not exist.
 */
export function bundleProgram(root: string, entry: string, external?: string[]): string;
