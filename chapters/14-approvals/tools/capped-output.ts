/** Keeps the first and the last half of `limit` bytes, cut between characters, and says how many are missing. */
export function cappedOutput(limit: number): { add(text: string): void; text(): string } {
  const half = Math.floor(limit / 2);
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let total = 0;
  return {
    add(text) {
      const bytes = Buffer.from(text);
      const room = half - head.length;
      if (room > 0) head = Buffer.concat([head, bytes.subarray(0, room)]);
      tail = Buffer.concat([tail, bytes.subarray(Math.max(0, room))]).subarray(-half);
      total += bytes.length;
    },
    text() {
      if (total === head.length + tail.length) return Buffer.concat([head, tail]).toString();
      const first = new TextDecoder().decode(head, { stream: true });
      const last = tail.subarray(tail.findIndex(isCharacterStart)).toString();
      const dropped = total - Buffer.byteLength(first) - Buffer.byteLength(last);
      return `${first}\n[… ${dropped} bytes dropped …]\n${last}`;
    },
  };
}

function isCharacterStart(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}
