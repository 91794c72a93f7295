/**
 * The path of a bundle of `entry`, a path below `root` with "/". Built anew only when one of its sources
 * has changed; kept below .one-turn/cache, or until this process ends where that cannot be written.
 * Throws the place and the message when a source cannot be parsed or an import does not exist.
 */
export function bundleProgram(root: string, entry: string): string;
