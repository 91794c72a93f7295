import type { Ladder } from "../../shared/course/carry/read-ladder.ts";
import type { Version } from "../../shared/course/carry/version.ts";

type Random = () => number;
type Files = Map<string, Version>;

export const folders = ["01-one", "02-two", "03-three", "04-four", "05-five"];

/** Made-up chapters of which the first has been changed, and others may have been. The same for the same seed. */
export function makeRandomLadder(seed: number): Ladder {
  const random = startRandom(seed);
  const base = new Map<string, Files>();
  const current = new Map<string, Files>();
  const isDirty = random() < 0.4;
  let files: Files = new Map([
    ["a.ts", makeFile(random)],
    ["b/c.ts", makeFile(random)],
  ]);
  for (const [place, folder] of folders.entries()) {
    if (place > 0) files = edit(files, random, 0.4);
    const isNew = isDirty && place > 0 && random() < 0.2;
    if (!isNew) base.set(folder, files);
    const edited = place === 0 ? edit(files, random, 0.9) : edit(files, random, 0.3);
    current.set(folder, place === 0 || isDirty ? edited : files);
  }
  return { commit: "base", base, current, record: new Map() };
}

/** The same, with another change to the first chapter. */
export function changeAgain(ladder: Ladder, seed: number): Ladder {
  const [first = ""] = folders;
  const edited = edit(ladder.current.get(first) ?? new Map(), startRandom(-seed), 0.9);
  return { ...ladder, current: new Map([...ladder.current, [first, edited]]) };
}

function edit(files: Files, random: Random, likely: number): Files {
  const edited = new Map(files);
  for (const [path, version] of files)
    if (random() < likely) edited.set(path, editFile(version, random));
  if (random() < 0.15) edited.set(`new-${pick(3, random)}.ts`, makeFile(random));
  if (random() < 0.05) edited.delete("b/c.ts");
  return edited;
}

function editFile({ bytes, executable }: Version, random: Random): Version {
  const lines = bytes.toString().split("\n");
  for (let edits = 1 + pick(2, random); edits > 0; edits--) {
    const place = pick(lines.length, random);
    const kind = random();
    if (kind < 0.3) lines.splice(place, 1);
    else if (kind < 0.6) lines.splice(place, 0, makeLine(random));
    else if (kind < 0.8) lines[place] = makeLine(random);
    else lines.splice(lastImport(lines), 0, `import { x } from "./${pick(6, random)}.ts";`);
  }
  return {
    bytes: Buffer.from(lines.join("\n")),
    executable: random() < 0.1 ? !executable : executable,
  };
}

function makeFile(random: Random): Version {
  const lines = Array.from({ length: 4 + pick(10, random) }, () => makeLine(random));
  const imports = Array.from(
    { length: pick(3, random) },
    (_, place) => `import { x } from "./${place * 2}.ts";`,
  );
  return { bytes: Buffer.from(`${[...imports, ...lines].join("\n")}\n`), executable: false };
}

/** Some lines occur often, as "}" does. */
function makeLine(random: Random): string {
  return random() < 0.4
    ? (["}", "", "  return;"][pick(3, random)] ?? "")
    : `line ${pick(100_000, random)}`;
}

function lastImport(lines: string[]): number {
  return lines.findLastIndex((line) => line.startsWith("import ")) + 1;
}

function pick(below: number, random: Random): number {
  return Math.floor(random() * below);
}

function startRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
