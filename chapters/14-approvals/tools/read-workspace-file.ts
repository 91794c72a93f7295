import type { FileHandle } from "node:fs/promises";
import { binaryKind, openRegularFile, type RegularFile } from "./regular-file.ts";
import type { SeenFiles } from "./seen-files.ts";
import { hashOf } from "./text-file.ts";
import { simpleTool, type Tool } from "./tool.ts";
import { resolveInWorkspace } from "./workspace-path.ts";

const PAGE_BYTES = 64 * 1024;
const LINE_SCAN_BYTES = 4 * 1024 * 1024;
const SKIPPED_BYTES = 64 * 1024 * 1024;
const NOTED_BYTES = 5 * 1024 * 1024;
const NEWLINE = 10;

/** Holds one page in memory, and a file that could be changed whole, to know it again; reads no further than it must. */
export function readWorkspaceFile(workspaceRoot: string, seen?: SeenFiles): Tool {
  return simpleTool(
    "Read a UTF-8 text file of the workspace from a line on, at most 64 KiB at a time. When that does not reach the end, a last line in square brackets says which lines were shown and the start_line to go on with.",
    [
      { name: "path", type: "string", description: "Relative to the workspace root." },
      { name: "start_line", type: "number", description: "The first line to read; 1 is the top." },
    ],
    async (args) => {
      const path = String(args.path);
      const startLine = Number(args.start_line);
      if (!Number.isSafeInteger(startLine) || startLine < 1) {
        throw new Error(`start_line is ${startLine}. Give a whole number; 1 is the first line.`);
      }
      const place = await resolveInWorkspace(workspaceRoot, path);
      const file = await openRegularFile(place, path);
      try {
        if (seen) await noteSeen(file, place, seen);
        const output = await readPage(file, path, startLine);
        const truncated = startLine > 1 || file.size > PAGE_BYTES;
        return { output, details: { bytes: file.size, truncated } };
      } finally {
        await file.handle.close();
      }
    },
  );
}

/** A file that is too large to be changed is not noted. */
async function noteSeen({ handle, size }: RegularFile, place: string, seen: SeenFiles) {
  if (size > NOTED_BYTES) return;
  const bytes = Buffer.alloc(size);
  await handle.read(bytes, 0, size, 0);
  seen.note(place, hashOf(bytes));
}

async function readPage(file: RegularFile, path: string, startLine: number): Promise<string> {
  const { handle, size } = file;
  if (size === 0) return `[${path} is an empty file.]`;
  const start = await skipLines(handle, 0, startLine - 1, SKIPPED_BYTES);
  if (start.offset >= size) {
    throw new Error(`start_line is ${startLine}, but the last line of ${path} is ${start.lines}.`);
  }
  if (start.lines < startLine - 1) throw new Error(tooFar(path, start.lines));
  const page = await readBytes(handle, start.offset);
  const kind = binaryKind(await readBytes(handle, 0)) ?? binaryKind(page, start.offset);
  if (kind) return `[${path} is a ${kind} file of ${size} bytes. Its content is not shown.]`;
  if (start.offset + page.length >= size) return new TextDecoder().decode(page);

  const end = page.lastIndexOf(NEWLINE) + 1;
  if (end === 0) return await cutLine(file, page, start.offset, startLine);
  const shown = page.subarray(0, end);
  const lastLine = startLine + shown.filter((byte) => byte === NEWLINE).length - 1;
  return `${new TextDecoder().decode(shown)}[Lines ${startLine}-${lastLine} of a file of ${size} bytes. Go on with start_line ${lastLine + 1}.]`;
}

function tooFar(path: string, lines: number): string {
  return `Not read: ${path} has ${lines} lines in its first 64 MiB, and no more of it is read. Search it instead.`;
}

/** The beginning of a line that is longer than a page. A character cut in half is left out. */
async function cutLine(
  { handle, size }: RegularFile,
  page: Uint8Array,
  offset: number,
  line: number,
): Promise<string> {
  const text = new TextDecoder().decode(page, { stream: true });
  const end = await skipLines(handle, offset, 1, LINE_SCAN_BYTES);
  const length = `${end.lines === 0 ? "more than " : ""}${end.offset - offset} bytes`;
  const next = end.offset < size ? ` Go on with start_line ${line + 1}.` : "";
  return `${text}…\n[Line ${line} is ${length} long and was cut, in a file of ${size} bytes.${next}]`;
}

/** The place after so many lines, or the end of the file. A last line without a line end counts. */
async function skipLines(
  handle: FileHandle,
  from: number,
  count: number,
  scanBytes: number,
): Promise<{ offset: number; lines: number }> {
  let offset = from;
  let lines = 0;
  let inLine = false;
  while (lines < count && offset - from < scanBytes) {
    const bytes = await readBytes(handle, offset);
    if (bytes.length === 0) return { offset, lines: lines + (inLine ? 1 : 0) };
    let end = 0;
    while (lines < count && end < bytes.length) {
      const newline = bytes.indexOf(NEWLINE, end);
      inLine = newline === -1;
      end = inLine ? bytes.length : newline + 1;
      if (!inLine) lines++;
    }
    offset += end;
  }
  return { offset, lines };
}

async function readBytes(handle: FileHandle, offset: number): Promise<Buffer> {
  const buffer = Buffer.alloc(PAGE_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, PAGE_BYTES, offset);
  return buffer.subarray(0, bytesRead);
}
