/** One line of a page as a shell would read it, without a shell. */
export type CommandLine = {
  environment: Record<string, string>;
  /** What `printf '…' |` in front feeds to standard input. */
  input?: string;
  words: string[];
};

// in single quotes, in double quotes without expansion, behind a backslash, or nothing special
const token =
  /(?<gap>[ \t]+)|(?<pipe>\|)|'(?<single>[^']*)'|"(?<double>(?:[^"\\$`]|\\["\\$`]|\\(?!["\\$`]))*)"|\\(?<escaped>.)|(?<plain>[^\s'"\\|;&<>()$`*?[\]{}!]+)/y;

/** Throws a sentence for whatever needs a real shell, or would be read differently by another one. */
export function readCommandLine(line: string): CommandLine {
  const stages = splitStages(line);
  const last = stages.at(-1) ?? [];
  if (stages.length > 2) {
    throw new Error(`"${line}" has two pipes: only printf '…' | may stand in front`);
  }
  const assigned = last.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const words = assigned === -1 ? [] : last.slice(assigned);
  const environment = Object.fromEntries(
    last.slice(0, last.length - words.length).map(readAssignment),
  );
  if (words.length === 0) throw new Error(`"${line}" runs no command`);
  const [feeder] = stages.length === 2 ? stages : [];
  return feeder ? { environment, input: readPrintf(feeder, line), words } : { environment, words };
}

function splitStages(line: string): string[][] {
  const stages: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  token.lastIndex = 0;
  while (token.lastIndex < line.length) {
    const at = token.lastIndex;
    const groups = token.exec(line)?.groups;
    if (!groups || (word === undefined && /^[#~]/.test(groups.plain ?? ""))) {
      throw new Error(
        `"${line}" needs a shell at "${line.slice(at, at + 12)}": quote it or leave it out`,
      );
    }
    if (groups.gap !== undefined) endWord();
    else if (groups.pipe !== undefined) {
      endWord();
      stages.push(words);
      words = [];
    } else word = (word ?? "") + wordPart(groups);
  }
  endWord();
  return [...stages, words];
}

function wordPart({ single, double, escaped, plain }: Record<string, string | undefined>): string {
  return single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? "";
}

function readAssignment(word: string): [string, string] {
  const equals = word.indexOf("=");
  return [word.slice(0, equals), word.slice(equals + 1)];
}

function readPrintf([program, format, ...rest]: string[], line: string): string {
  if (program !== "printf" || format === undefined || rest.length > 0) {
    throw new Error(`"${line}" has a pipe: only printf with one quoted text may stand in front`);
  }
  const known: Record<string, string> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };
  return format.replace(/\\(.?)|%(.?)/g, (whole, escaped?: string, percent?: string) => {
    const text = percent === "%" ? "%" : known[escaped ?? ""];
    if (text === undefined) {
      throw new Error(`"${line}" has "${whole}": printf text may hold \\n, \\t, \\r, \\\\ and %%`);
    }
    return text;
  });
}
