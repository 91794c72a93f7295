import type { Dirent, Stats } from "node:fs";

export type FileKind = "file" | "folder" | "link" | "pipe" | "socket" | "device";

export function fileKind(entry: Dirent | Stats): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO()) return "pipe";
  if (entry.isSocket()) return "socket";
  return "device";
}
