import { createHash } from "node:crypto";
import { binaryKind, openRegularFile } from "./regular-file.ts";

const MAX_BYTES = 5 * 1024 * 1024;
export const BOM = "\uFEFF";

export type TextFile = {
  /** Without the byte order mark (BOM) at the beginning of some files. */
  text: string;
  hasBom: boolean;
  /** Its permissions. */
  mode: number;
  uid: number;
  gid: number;
  /** Of its bytes. */
  hash: string;
};

/** The whole of a file that can be written again byte for byte. Throws a sentence for the model for any other. */
export async function readTextFile(place: string, path: string): Promise<TextFile> {
  const { handle, size } = await openRegularFile(place, path);
  try {
    const refuse = (what: string) =>
      new Error(`${JSON.stringify(path)} ${what}. It was not changed.`);
    if (size > MAX_BYTES) throw refuse(`has ${size} bytes; a file is changed up to ${MAX_BYTES}`);
    const stats = await handle.stat();
    if (stats.nlink > 1) throw refuse("has several names (hard links), and would lose them");
    const bytes = await handle.readFile();
    const kind = binaryKind(bytes);
    if (kind) throw refuse(`is a ${kind} file`);
    const whole = decode(bytes);
    if (whole === undefined) throw refuse("is not UTF-8, and would not stay as it is");
    const hasBom = whole.startsWith(BOM);
    return {
      text: hasBom ? whole.slice(BOM.length) : whole,
      hasBom,
      mode: stats.mode,
      uid: stats.uid,
      gid: stats.gid,
      hash: hashOf(bytes),
    };
  } finally {
    await handle.close();
  }
}

export function bytesOf(text: string, { hasBom }: Pick<TextFile, "hasBom">): Buffer {
  return Buffer.from(hasBom ? BOM + text : text, "utf8");
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
