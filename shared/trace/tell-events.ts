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
  const blocks = splitEvents(body);
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
async function* splitEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  // one character per byte, so that an index is one of bytes
  let waiting = "";
  for await (const chunk of body) {
    const from = Math.max(0, waiting.length - "\r\n\r".length);
    waiting += Buffer.from(chunk).toString("latin1");
    let start = 0;
    for (const { index, 0: end } of waiting.slice(from).matchAll(/\r?\n\r?\n/g)) {
      yield Buffer.from(waiting.slice(start, from + index + end.length), "latin1");
      start = from + index + end.length;
    }
    waiting = waiting.slice(start);
  }
  if (waiting !== "") yield Buffer.from(waiting, "latin1");
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
