import type { PlannedFile } from "./plan-carry.ts";
import type { Version } from "./version.ts";

/** A file cannot be written where a folder stands, nor below a file. */
export function refuseBlocked(
  files: PlannedFile[],
  current: Map<string, Version> | undefined,
): PlannedFile[] {
  const folder = files[0]?.path.split("/").slice(0, 2).join("/") ?? "";
  const paths = new Set([...(current?.keys() ?? [])].map((path) => `${folder}/${path}`));
  for (const { path, next } of files) {
    if (next) paths.add(path);
    else paths.delete(path);
  }
  return files.map((file) => {
    const inTheWay = file.next && !file.current && findInTheWay(file.path, paths);
    if (!inTheWay) return file;
    const conflicts = [{ reason: `${inTheWay} is in its way` }];
    return { ...file, next: file.current, outcome: { kind: "conflict", conflicts } };
  });
}

function findInTheWay(path: string, paths: Set<string>): string | undefined {
  return [...paths].find((other) => path.startsWith(`${other}/`) || other.startsWith(`${path}/`));
}
