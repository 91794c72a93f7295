/** A line of a stack. `path` has "/" on every system, `name` is that of the function, "" where it has none. */
export type StackFrame = { name: string; path: string; line: number };

/** The lines of a stack as the engine writes them, the innermost first. */
export function stackFrames(stack: string): StackFrame[] {
  const lines = stack
    .replaceAll("\\", "/")
    .matchAll(/^ +at (?:async )?(?:(.+) \()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/gm);
  return [...lines].map(([, name = "", path = "", line]) => ({ name, path, line: Number(line) }));
}
