import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWorkspace } from "../02-tools/make-workspace.ts";
import { changing, readable } from "./changing.ts";

const latin1 = Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);
const utf16 = Uint8Array.from([0xff, 0xfe, 0x68, 0, 0xe9, 0]);

describe("an edit", () => {
  type Row = [what: string, before: string, from: string, to: string, after: string];
  const applied: Row[] = [
    [
      "TOL-09 lines of a CRLF file",
      "one\r\ntwo\r\nthree\r\n",
      "one\ntwo",
      "ONE\nTWO",
      "ONE\r\nTWO\r\nthree\r\n",
    ],
    [
      "TOL-09 more lines in a CRLF file",
      "one\r\ntwo",
      "two",
      "two\nthree\n",
      "one\r\ntwo\r\nthree\r\n",
    ],
    ["TOL-09 from a line end on", "one\r\ntwo\r\n", "\ntwo", "\nTWO", "one\r\nTWO\r\n"],
    ["TOL-09 up to a line end", "one\r\ntwo\r\n", "one\n", "ONE\n", "ONE\r\ntwo\r\n"],
    ["TOL-09 CRLF asked of an LF file", "one\ntwo\n", "one\r\ntwo", "ONE\r\nTWO", "ONE\nTWO\n"],
    ["TOL-09 the LF part of a mixed file", "a\r\nb\nc\r\nd\n", "b\nc", "B\nC", "a\r\nB\nC\r\nd\n"],
    ["TOL-09 the CRLF part of a mixed file", "a\r\nb\r\nc\nd", "a\nb", "A\nB", "A\r\nB\r\nc\nd"],
    [
      "TOL-09 lines of a mixed file with both ends",
      "a\r\nb\nc\r\nd\n",
      "a\nb\nc",
      "A\nB\nC",
      "A\r\nB\r\nC\r\nd\n",
    ],
    ["TOL-09 one line of a mixed file", "a\r\nb\nc\r\n", "b", "B\nB", "a\r\nB\nB\nc\r\n"],
    ["TOL-09 the end of a mixed file", "a\r\nb\nc", "c", "c\nd", "a\r\nb\nc\nd"],
    ["TOL-09 from one end to another", "a\r\nb\nc\r\n", "\nb\n", "\nB\n", "a\r\nB\r\nc\r\n"],
    ["a lone \\r before a line end", "a\r\r\nb\n", "a\r", "A\r", "A\r\r\nb\n"],
    ["TOL-09 without a newline at the end", "one\ntwo", "two", "TWO", "one\nTWO"],
    ["a newline at the end", "one\ntwo", "two", "two\n", "one\ntwo\n"],
    ["no newline at the end any more", "one\ntwo\n", "two\n", "two", "one\ntwo"],
    ["a lone \\r in a line", "a\rb\nc\n", "a\rb", "A\rB", "A\rB\nc\n"],
    ["TOL-11 behind a BOM", "\ufeffhello\n", "hello", "bye", "\ufeffbye\n"],
    ["TOL-11 with a BOM of its own", "\ufeffhello\n", "hello", "\ufeffbye", "\ufeffbye\n"],
    ["TOL-11 behind two", "\ufeff\ufeffhello\n", "hello", "bye", "\ufeff\ufeffbye\n"],
    ["nothing in the place of all", "all", "all", "", ""],
    ["TOL-01 $&", 'log("done");\n', "done", "$& ok", 'log("$& ok");\n'],
    ["TOL-01 $$", 'log("done");\n', "done", "$$", 'log("$$");\n'],
    ["TOL-01 $1, $` and $'", 'log("done");\n', "done", "$1$`$'$<a>", 'log("$1$`$\'$<a>");\n'],
    ["TOL-01 a pattern of old text", "a.c abc [x]* (", "a.c", "b", "b abc [x]* ("],
    [
      "a wide character, and one with an accent",
      "日本 e\u0301\n",
      "本 e\u0301",
      "👩‍🚀",
      "日👩‍🚀\n",
    ],
  ];

  it.each(applied)("changes only what it names: %s", async (_what, before, from, to, after) => {
    const root = makeWorkspace({ f: before });
    const { edit } = changing(root);
    const bytes = Buffer.from(after);
    expect(await edit("f", from, to)).toBe(`Changed: f, ${bytes.length} bytes.`);
    expect(readFileSync(join(root, "f"))).toEqual(bytes);
    expect(readdirSync(root)).toEqual(["f"]);
  });

  const add = "Add lines around it until it is there once.";
  const notIn = 'old_text is not in "f". Read the file, and copy it letter for letter.';
  const refused: [
    what: string,
    before: string | Uint8Array,
    from: string,
    to: string,
    said: string,
  ][] = [
    ["no match", "one\n", "two", "2", notIn],
    ["no match in an empty file", "", "two", "2", notIn],
    ["no match for want of a space", "a  b", "a b", "c", notIn],
    ["half of a line end", "one\r\ntwo", "one\r", "1", notIn],
    ["no text", "one", "", "2", "old_text is empty. Give the text that is to be replaced."],
    ["two matches", "a\nb\na\n", "a", "c", `old_text is 2 times in "f", in lines 1, 3. ${add}`],
    [
      ...(["matches with either line end", "a\r\nb\na\nb\n", "a\nb", "c"] as const),
      `old_text is 2 times in "f", in lines 1, 3. ${add}`,
    ],
    [
      "matches that overlap",
      "x\naaa\n",
      "aa",
      "b",
      `old_text is 2 times in "f", in lines 2, 2. ${add}`,
    ],
    [
      ...(["many matches", "a\n".repeat(12), "a", "b"] as const),
      `old_text is 12 times in "f", in lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …. ${add}`,
    ],
    ["nothing new", "one\n", "one", "one", '"f" is like that already.'],
    ["nothing new but a line end", "one\r\ntwo", "one\r\n", "one\n", '"f" is like that already.'],
    [
      "half of a character",
      "one\n",
      "one",
      "\ud83d",
      "The text holds half of a character (a surrogate).",
    ],
    ["TOL-11 UTF-16", utf16, "h", "H", '"f" is a UTF-16 file. It was not changed.'],
    [
      ...(["TOL-11 latin-1", latin1, "ca", "CA"] as const),
      '"f" is not UTF-8, and would not stay as it is. It was not changed.',
    ],
    ["binary", Uint8Array.from([97, 0, 98]), "a", "b", '"f" is a binary file. It was not changed.'],
    [
      ...(["a large file", "x".repeat(5 * 1024 * 1024 + 1), "x", "y"] as const),
      '"f" has 5242881 bytes; a file is changed up to 5242880. It was not changed.',
    ],
  ];

  it.each(refused)("is refused, and says why: %s", async (_what, before, from, to, said) => {
    const root = makeWorkspace({ f: before });
    expect(await changing(root).edit("f", from, to)).toBe(`thrown: ${said}`);
    expect(readFileSync(join(root, "f")).equals(Buffer.from(before))).toBe(true);
    expect(readdirSync(root)).toEqual(["f"]);
  });

  it("of a file that is not there names the tool that would write it", async () => {
    const root = makeWorkspace();
    expect(await changing(root).edit("a/f", "a", "b")).toBe(
      'thrown: "a/f" does not exist. Use write_workspace_file.',
    );
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("a written file", () => {
  type Row = [what: string, before: string | undefined, content: string, after: string];
  const rows: Row[] = [
    ["new, in folders that are new", undefined, "a\n", "a\n"],
    ["new and empty", undefined, "", ""],
    ["in the place of another", "a\n", "b", "b"],
    ["in the place of an empty one", "", "b", "b"],
    ["emptied", "a\n", "", ""],
    ["TOL-11 with the BOM of the one before", "\ufeffa", "b", "\ufeffb"],
    ["TOL-11 with one BOM, not two", "\ufeffa", "\ufeffb", "\ufeffb"],
    ["TOL-11 with a BOM where there was none", "a", "\ufeffb", "\ufeffb"],
    ["TOL-09 with the line ends that it names", "a\r\n", "b\nc\r\n", "b\nc\r\n"],
    ["TOL-01 with dollars", undefined, "$& $1 $$ \0", "$& $1 $$ \0"],
  ];

  it.each(rows)("holds what was given: %s", async (_what, before, content, after) => {
    const root = makeWorkspace(before === undefined ? {} : { "a/b/f": before });
    const { write } = changing(root);
    const bytes = Buffer.from(after);
    const done = before === undefined ? "Written" : "Changed";
    expect(await write("a/b/f", content)).toBe(`${done}: a/b/f, ${bytes.length} bytes.`);
    expect(readFileSync(join(root, "a/b/f"))).toEqual(bytes);
    expect(readdirSync(join(root, "a/b"))).toEqual(["f"]);
  });

  it("never takes the place of one that it would lose", async () => {
    const root = makeWorkspace({ latin1, utf16, "folder/f": "" });
    const { write } = changing(root);
    expect(await write("latin1", "a")).toContain("is not UTF-8");
    expect(await write("utf16", "a")).toContain("is a UTF-16 file");
    expect(await write("folder", "a")).toContain("is a folder, not a regular file");
    expect(await write("latin1/f", "a")).toContain("leads through a file");
    expect(readFileSync(join(root, "latin1")).equals(latin1)).toBe(true);
    expect(readdirSync(root).sort()).toEqual(["folder", "latin1", "utf16"]);
  });
});

describe("TOL-12 a file that has changed", () => {
  const readAgain = 'thrown: "f" has changed since you read it. Read it again first.';

  it("since it was read is not written over, until it is read again", async () => {
    const root = makeWorkspace({ f: "one\n" });
    const { read, write, edit } = changing(root);
    await read("f");
    writeFileSync(join(root, "f"), "one\nthe user's\n");
    expect(await write("f", "two\n")).toBe(readAgain);
    expect(await edit("f", "one", "two")).toBe(readAgain);
    expect(readFileSync(join(root, "f"), "utf8")).toBe("one\nthe user's\n");
    await read("f");
    expect(await edit("f", "one", "two")).toBe("Changed: f, 15 bytes.");
  });

  it("by its own edits, or in nothing but its time, has not changed", async () => {
    const root = makeWorkspace({ f: "one\n" });
    const { read, edit } = changing(root);
    await read("f");
    expect(await edit("f", "one", "two")).toBe("Changed: f, 4 bytes.");
    expect(await edit("f", "two", "three")).toBe("Changed: f, 6 bytes.");
    utimesSync(join(root, "f"), 1, 1);
    expect(await edit("f", "three", "four")).toBe("Changed: f, 5 bytes.");
    rmSync(join(root, "f"));
    expect(await edit("f", "four", "five")).toContain("does not exist");
  });

  it("and was read by another name is the same file", async () => {
    const root = makeWorkspace({ f: "one\n" });
    symlinkSync("f", join(root, "link"));
    const { read, edit } = changing(root);
    await read("link");
    writeFileSync(join(root, "f"), "other one\n");
    expect(await edit("./f", "one", "two")).toContain("has changed since you read it");
  });
});

describe("APP-05 between the question and the yes", () => {
  const changed = 'thrown: "sub/f" has changed since it was shown. Nothing was written.';
  const outside =
    'thrown: "sub/f" is not in the workspace. Give a path relative to the workspace root, like "src/main.ts".';

  type Swap = (root: string, elsewhere: string) => void;
  const swaps: [what: string, swap: Swap, said: string][] = [
    ["the content changed", (root) => writeFileSync(join(root, "sub/f"), "the user's\n"), changed],
    ["the file went", (root) => rmSync(join(root, "sub/f")), changed],
    [
      "the file became a link out",
      (root, elsewhere) => {
        rmSync(join(root, "sub/f"));
        symlinkSync(join(elsewhere, "f"), join(root, "sub/f"));
      },
      outside,
    ],
    [
      "the folder became a link out",
      (root, elsewhere) => {
        renameSync(join(root, "sub"), join(root, "away"));
        symlinkSync(elsewhere, join(root, "sub"));
      },
      outside,
    ],
    [
      "the folder became a link to its twin inside",
      (root) => {
        renameSync(join(root, "sub"), join(root, "away"));
        symlinkSync("away", join(root, "sub"));
      },
      changed,
    ],
    [
      "the file became a folder",
      (root) => {
        rmSync(join(root, "sub/f"));
        mkdirSync(join(root, "sub/f"));
      },
      'thrown: "sub/f" is a folder, not a regular file. Use another path.',
    ],
  ];

  it.each(swaps)("nothing may be swapped: %s", async (_what, swap, said) => {
    const root = makeWorkspace({ "sub/f": "one\n" });
    const elsewhere = join(dirname(root), "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "f"), "one\n");
    const { propose } = changing(root);
    const args = { path: "sub/f", old_text: "one", new_text: "two" };
    const { run } = await propose("edit_workspace_file", args);
    swap(root, elsewhere);
    expect(await readable(async () => (await run()).output)).toBe(said);
    expect(readFileSync(join(elsewhere, "f"), "utf8")).toBe("one\n");
    expect(readdirSync(elsewhere)).toEqual(["f"]);
  });

  const places: [what: string, swap: Swap, said: string][] = [
    ["a file came", (root) => writeFileSync(join(root, "sub/f"), "the user's\n"), changed],
    [
      "a link out came",
      (root, elsewhere) => symlinkSync(join(elsewhere, "f"), join(root, "sub/f")),
      'thrown: "sub/f" goes by a link to nowhere. Use another path.',
    ],
    [
      "the folder became a link out",
      (root, elsewhere) => {
        rmSync(join(root, "sub"), { recursive: true });
        symlinkSync(elsewhere, join(root, "sub"));
      },
      outside,
    ],
  ];

  it.each(places)("nor where a new file goes: %s", async (_what, swap, said) => {
    const root = makeWorkspace({ "sub/g": "" });
    const elsewhere = join(dirname(root), "elsewhere");
    mkdirSync(elsewhere);
    const { run } = await changing(root).propose("write_workspace_file", {
      ...{ path: "sub/f", content: "mine\n" },
    });
    swap(root, elsewhere);
    expect(await readable(async () => (await run()).output)).toBe(said);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("a folder that went is made again", async () => {
    const root = makeWorkspace({ "sub/g": "" });
    const { run } = await changing(root).propose("write_workspace_file", {
      ...{ path: "sub/f", content: "mine\n" },
    });
    rmSync(join(root, "sub"), { recursive: true });
    expect((await run()).output).toBe("Written: sub/f, 5 bytes.");
  });
});

describe("a link", () => {
  it("that stays inside stays a link, and its target is named and changed", async () => {
    const root = makeWorkspace({ "real/f": "one\n" });
    symlinkSync("real/f", join(root, "link"));
    const { propose } = changing(root);
    const args = { path: "link", old_text: "one", new_text: "two" };
    const { subject, run } = await propose("edit_workspace_file", args);
    expect(subject).toBe(join("real", "f"));
    expect((await run()).output).toBe("Changed: real/f, 4 bytes.");
    expect(
      readdirSync(root, { withFileTypes: true }).map((entry) => entry.isSymbolicLink()),
    ).toEqual([true, false]);
    expect(readFileSync(join(root, "real/f"), "utf8")).toBe("two\n");
  });

  const ways: [what: string, target: string, path: string][] = [
    ["out", "../elsewhere/f", "link"],
    ["to a folder outside", "../elsewhere", "link/f"],
    ["to nowhere", "../elsewhere/none", "link"],
    ["to itself", "link", "link"],
  ];
  it.each(ways)("TOL-02 that leads %s is refused before anybody is asked", async (...row) => {
    const [, target, path] = row;
    const root = makeWorkspace();
    const elsewhere = join(dirname(root), "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "f"), "one\n");
    symlinkSync(target, join(root, "link"));
    const { write, edit } = changing(root);
    expect(await write(path, "two\n")).toMatch(/^thrown: "/);
    expect(await edit(path, "one", "two")).toMatch(/^thrown: "/);
    expect(readdirSync(elsewhere)).toEqual(["f"]);
    expect(readFileSync(join(elsewhere, "f"), "utf8")).toBe("one\n");
  });
});
