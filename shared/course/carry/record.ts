import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isIdentical, type Version } from "./version.ts";

/** What carrying has written, by path from the root. It holds for one base. */
export type CarryRecord = Map<string, Carried>;

export type Carried = {
  /** The chapter whose change it was. */
  folder: string;
  was: Version | undefined;
  /** By each of several runs: one that was interrupted may have got there or not. */
  written: (Version | undefined)[];
};

type StoredFile = { folder: string; was: Stored; written: Stored[] };

type Stored = { base64: string; executable: boolean } | null;

const place = join(".one-turn", "carry-record.json");

/** Empty when the last run had another base, a commit id: what it wrote belongs to that one. */
export function readRecord(root: string, base: string): CarryRecord {
  try {
    const stored = JSON.parse(readFileSync(join(root, place), "utf8"));
    if (stored.base !== base) return new Map();
    const files = Object.entries<StoredFile>(stored.files);
    return new Map(
      files.map(([path, { folder, was, written }]) => [
        path,
        { folder, was: restore(was), written: written.map(restore) },
      ]),
    );
  } catch {
    return new Map();
  }
}

/** The entry of a file that stands as it was carried. What a person has edited since is that person's. */
export function findCarried(
  record: CarryRecord,
  path: string,
  current: Version | undefined,
): Carried | undefined {
  const entry = record.get(path);
  return entry?.written.some((version) => isIdentical(version, current)) ? entry : undefined;
}

/** What stood there before the first of several runs stays what stood there. */
export function addToRecord(
  record: CarryRecord,
  folder: string,
  changes: { path: string; current: Version | undefined; next: Version | undefined }[],
): CarryRecord {
  const added = new Map(record);
  for (const { path, current, next } of changes) {
    const carried = findCarried(record, path, current);
    if (carried && isIdentical(carried.was, next)) continue;
    const { was, written } = carried ?? { was: current, written: [] };
    added.set(path, { folder, was, written: [...written, next] });
  }
  return added;
}

/** To be called before anything is written, so that an interrupted run knows what it has done. */
export async function writeRecord(root: string, base: string, record: CarryRecord): Promise<void> {
  const files = Object.fromEntries(
    [...record].map(([path, { folder, was, written }]): [string, StoredFile] => [
      path,
      { folder, was: store(was), written: written.map(store) },
    ]),
  );
  const copy = join(root, `${place}.${randomUUID()}`);
  await mkdir(dirname(copy), { recursive: true });
  const handle = await open(copy, "wx");
  try {
    await handle.writeFile(JSON.stringify({ base, files }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(copy, join(root, place));
}

function store(version: Version | undefined): Stored {
  return version
    ? { base64: version.bytes.toString("base64"), executable: version.executable }
    : null;
}

function restore(stored: Stored): Version | undefined {
  return stored
    ? { bytes: Buffer.from(stored.base64, "base64"), executable: stored.executable }
    : undefined;
}
