export type StreamWatcher = {
  /** The data, parsed where it is JSON; of a block without data, such as a comment, the text. */
  event(data: unknown): void;
  lost(error: unknown): void;
};

/** The same body, told event by event: when the client asks for it, and before the client has it. */
export function tellEvents(
  body: ReadableStream<Uint8Array>,
  watcher: StreamWatcher,
): ReadableStream<Uint8Array> {
  const blocks = readBlocks(body);
  return new ReadableStream(
    {
      async pull(controller) {
        const { value: block, done } = await blocks.next().catch((error: unknown) => {
          watcher.lost(error);
          throw error;
        });
        if (done) return controller.close();
        watcher.event(readData(block.toString()));
        controller.enqueue(block);
      },
      cancel() {
        // not waited for: where the server is silent, only the end of the request ends it
        blocks.return(undefined).catch(() => {});
      },
    },
    // nothing is read ahead: what is told stands where it happens
    { highWaterMark: 0 },
  );
}

/** Up to and with the empty line behind each event; the last one may have none. */
async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  for await (const chunk of body) {
    waiting = Buffer.concat([waiting, chunk]);
    for (let end = endOfBlock(waiting); end > 0; end = endOfBlock(waiting)) {
      yield waiting.subarray(0, end);
      waiting = waiting.subarray(end);
    }
  }
  if (waiting.length > 0) yield waiting;
}

function endOfBlock(bytes: Buffer): number {
  const match = /\r?\n\r?\n/.exec(bytes.toString("latin1"));
  return match ? match.index + match[0].length : 0;
}

function readData(block: string): unknown {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  const data = lines.map((line) => line.slice("data:".length).trim()).join("\n");
  try {
    return JSON.parse(data);
  } catch {
    return block.trim();
  }
}
