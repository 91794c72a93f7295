/** A file of a chapter, byte for byte. */
export type Version = { bytes: Buffer; executable: boolean };

/** What line ends do not change: the lines without them, and whether the last one has one. */
export type Text = { lines: string[]; lineEnd: "\n" | "\r\n"; isEnded: boolean };

/** Nothing but line ends may differ, which depend on the checkout. Two files that do not exist are the same. */
export function isSame(one: Version | undefined, other: Version | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.executable !== other.executable) return false;
  return one.bytes.equals(other.bytes) || withLf(one.bytes).equals(withLf(other.bytes));
}

export function isIdentical(one: Version | undefined, other: Version | undefined): boolean {
  if (!one || !other) return one === other;
  return one.executable === other.executable && one.bytes.equals(other.bytes);
}

/** undefined for what is not UTF-8 text. Where both kinds of line ends occur, "\r" belongs to its line. */
export function readText({ bytes }: Version): Text | undefined {
  const text = decode(bytes);
  if (text === undefined) return undefined;
  const lineEnd = hasOnlyCrlf(text) ? "\r\n" : "\n";
  const lines = text.split(lineEnd);
  const isEnded = lines.at(-1) === "";
  return { lines: isEnded ? lines.slice(0, -1) : lines, lineEnd, isEnded };
}

/** The inverse of readText. */
export function writeText({ lines, lineEnd, isEnded }: Text): Buffer {
  if (lines.length === 0) return Buffer.alloc(0);
  return Buffer.from(lines.join(lineEnd) + (isEnded ? lineEnd : ""));
}

function withLf(bytes: Buffer): Buffer {
  const text = decode(bytes);
  if (text === undefined || !hasOnlyCrlf(text)) return bytes;
  return Buffer.from(text.replaceAll("\r\n", "\n"));
}

function decode(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hasOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}
