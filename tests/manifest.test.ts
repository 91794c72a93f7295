import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { checkCopies } from "../shared/course/carry/check-copies.ts";
import { type Chapter, chapters } from "../shared/course/chapters.ts";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const titleOf = ({ folder }: Chapter) => folder.replace("-", " ");

it("lists every file that a chapter adds or changes, and every other file is a copy", () => {
  expect(checkCopies(root)).toEqual([]);
});

it("counts the chapters from 1 without a gap, and names their folders for them", () => {
  expect(chapters.map(({ number, folder }) => [number, folder])).toEqual(
    chapters.map(({ name }, place) => [place + 1, `${String(place + 1).padStart(2, "0")}-${name}`]),
  );
});

it("gives each chapter the events of its section in shared/events.ts, in that order", () => {
  expect(readEventSections(read("shared/events.ts"))).toEqual(
    chapters
      .filter(({ newEvents }) => newEvents.length > 0)
      .map((chapter) => [titleOf(chapter), chapter.newEvents]),
  );
});

it("says in one sentence of at most 100 characters why a chapter needs a file", () => {
  const isOneSentence = (text: string) => /^\S.*\.$/.test(text) && !/[.!?]\s+[A-Z]/.test(text);
  const wrong = chapters.flatMap(({ folder, files }) =>
    files
      .filter(({ why }) => why.length > 100 || !isOneSentence(why))
      .map(({ path, why }) => `${folder}/${path}: ${why}`),
  );
  expect(wrong).toEqual([]);
});

it("asks for at least one file in every chapter, and for 10 to 60 minutes", () => {
  const wrong = chapters.filter(
    ({ minutes, files }) =>
      minutes < 10 || minutes > 60 || files.every(({ role }) => role === "given"),
  );
  expect(wrong.map(({ folder, minutes }) => `${folder}: ${minutes} minutes`)).toEqual([]);
});

it("has the rows of the ladder in the README", () => {
  expect(readTable("README.md", "chapter")).toEqual(
    chapters.map(
      ({ folder, layer }) =>
        `| \`chapters/${folder}\` | ${layer} | [${folder.slice(0, 2)}](walkthrough/${folder}.md) |`,
    ),
  );
});

it("has a page for every chapter, and every page in the map of the walkthrough", () => {
  const rows = readTable("walkthrough/README.md", "page");
  const pages = readdirSync(join(root, "walkthrough")).filter(
    (name) => name.endsWith(".md") && name !== "README.md",
  );
  const linked = rows.map((row) => /^\| \[[^\]]+\]\(([^)]+)\) \|/.exec(row)?.[1] ?? row);
  expect([...linked].sort()).toEqual(pages.sort());
  expect(rows.filter((row) => /^\| \[\d\d /.test(row))).toEqual(
    chapters.map((chapter) => `| [${titleOf(chapter)}](${chapter.folder}.md) | ${chapter.layer} |`),
  );
});

it("tells on each page the minutes that the manifest has", () => {
  const headings = chapters.map(({ folder }) => {
    const page = `walkthrough/${folder}.md`;
    const text = existsSync(join(root, page)) ? read(page) : "";
    return `${page}: ${/^## Build it yourself.*$/m.exec(text)?.[0]}`;
  });
  expect(headings).toEqual(
    chapters.map(
      ({ folder, minutes }) =>
        `walkthrough/${folder}.md: ## Build it yourself (${minutes} minutes)`,
    ),
  );
});

/** The types of the session's events by the comment above them, both in the order of the module. */
function readEventSections(source: string): [string, string[]][] {
  const { program, comments } = parseSync("events.ts", source);
  const sections = comments
    .map(({ value, start }) => ({ title: /^ (\d\d [a-z-]+): /.exec(value)?.[1], start }))
    .filter(({ title }) => title !== undefined);
  const types = new Map<string, string[]>();
  const sectionAt = (place: number) => sections.findLast(({ start }) => start < place)?.title;
  const names = unionOf(source, "SessionEventBody");
  new Visitor({
    TSTypeAliasDeclaration({ id, start, end }) {
      if (!names.includes(id.name)) return;
      const found = source.slice(start, end).matchAll(/(?<![\w.])type: "([^"]+)"/g);
      const title = sectionAt(start) ?? "before the first section";
      types.set(title, [...(types.get(title) ?? []), ...[...found].map(([, type = ""]) => type)]);
    },
  }).visit(program);
  return [...types];
}

/** The names of the types that a union consists of. */
function unionOf(source: string, name: string): string[] {
  const names: string[] = [];
  new Visitor({
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      if (id.name !== name) return;
      const members =
        typeAnnotation.type === "TSUnionType" ? typeAnnotation.types : [typeAnnotation];
      for (const member of members) {
        if (member.type !== "TSTypeReference" || member.typeName.type !== "Identifier") {
          throw new Error(`${name} has a member without a name`);
        }
        names.push(member.typeName.name);
      }
    },
  }).visit(parseSync("events.ts", source).program);
  return names;
}

/** The rows of the table whose head begins with this word. */
function readTable(path: string, head: string): string[] {
  const lines = read(path).split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`)) + 2;
  const rows = lines.slice(start);
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith("|")),
  );
}
