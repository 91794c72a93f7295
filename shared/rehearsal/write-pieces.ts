import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";

/** A new piece begins inside every character of more than one byte, and after 16 bytes. Does not end the response. */
export async function writePieces(response: ServerResponse, body: Buffer): Promise<void> {
  response.socket?.setNoDelay(true);
  let start = 0;
  for (let index = 1; index <= body.length; index += 1) {
    const insideCharacter = ((body[index] ?? 0) & 0xc0) === 0x80;
    if (!insideCharacter && index - start < 16 && index < body.length) continue;
    if (response.destroyed) return;
    response.write(body.subarray(start, index));
    await setImmediate();
    start = index;
  }
}
