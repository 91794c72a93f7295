import { StringDecoder } from "node:string_decoder";
import { errorCode } from "./file-error.ts";
import { printable } from "./folder-entries.ts";
import { binaryKind, openRegularFile, type RegularFile } from "./regular-file.ts";

/** `hits` are lines for the model; `unsearched` names what was left out, with the reason. */
export type Findings = { hits: string[]; unsearched: string[] };

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const MAX_SHOWN = 300;
const SHOWN_BEFORE_HIT = 100;

/** Never throws: one bad file does not end a search. A binary file has no hits. */
export async function searchFile(
  place: string,
  path: string,
  query: string,
  maxHits: number,
): Promise<Findings> {
  try {
    const file = await openRegularFile(place, path);
    try {
      if (file.size > MAX_FILE_BYTES) return leaveOut(path, `${file.size} bytes`);
      return { hits: await hitLines(file, path, query, maxHits), unsearched: [] };
    } finally {
      await file.handle.close();
    }
  } catch (error) {
    return leaveOut(path, errorCode(error));
  }
}

function leaveOut(path: string, reason: string): Findings {
  return { hits: [], unsearched: [`${printable(path)} (${reason})`] };
}

async function hitLines(
  file: RegularFile,
  path: string,
  query: string,
  maxHits: number,
): Promise<string[]> {
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "iu");
  const hits: string[] = [];
  let lineOfLastHit = 0;
  for await (const pieces of piecesByChunk(file, MAX_SHOWN + query.length)) {
    for (const { line, text } of pieces) {
      const at = line === lineOfLastHit ? -1 : text.search(pattern);
      if (at === -1) continue;
      hits.push(`${printable(path)}:${line}: ${cutAround(text, at)}`);
      if (hits.length === maxHits) return hits;
      lineOfLastHit = line;
    }
  }
  return hits;
}

/** A line; of a line that is longer than a chunk, one of several pieces that overlap. */
type Piece = { line: number; text: string };

/** Holds two chunks at most, whatever the lines. Yields nothing for a file that is not UTF-8 text. */
async function* piecesByChunk(
  { handle, size }: RegularFile,
  overlap: number,
): AsyncGenerator<Piece[]> {
  const buffer = Buffer.alloc(Math.min(size, CHUNK_BYTES));
  const decoder = new StringDecoder("utf8");
  let line = 1;
  let unfinished = "";
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytesRead === 0 || binaryKind(bytes, offset)) return;
    offset += bytesRead;
    const texts = (unfinished + decoder.write(bytes)).split("\n");
    const first = line;
    const pieces = texts.map((text, index) => ({ line: first + index, text }));
    const last = texts.at(-1) ?? "";
    const holdLast = offset < size && last.length < CHUNK_BYTES;
    yield holdLast ? pieces.slice(0, -1) : pieces;
    unfinished = holdLast ? last : last.slice(-overlap);
    line += texts.length - 1;
  }
}

/** At most 300 characters of the line, with the hit in sight; never half a character. */
function cutAround(line: string, hit: number): string {
  const text = line.replace(/^\uFEFF|\r$/g, "");
  if (text.length <= MAX_SHOWN) return text;
  const width = MAX_SHOWN - 2;
  const start = Math.max(0, Math.min(hit - SHOWN_BEFORE_HIT, text.length - width));
  const cut = text.slice(start, start + width).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${start > 0 ? "…" : ""}${cut}${start + width < text.length ? "…" : ""}`;
}
