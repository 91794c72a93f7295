/** A warning in the middle of the window would be drawn over: it is held until the returned function is called. */
export function holdStderr(): () => void {
  const { stderr } = process;
  const { write } = stderr;
  const held: (string | Uint8Array)[] = [];
  if (!stderr.isTTY) return () => {};
  stderr.write = (text: string | Uint8Array) => {
    held.push(text);
    return true;
  };
  return () => {
    stderr.write = write;
    for (const text of held) stderr.write(text);
  };
}
