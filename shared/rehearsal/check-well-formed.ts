import { type Refusal, refuse } from "./refusal.ts";

const deepest = 500;

/** A container on the way down; `keys` is absent for a list. */
type Frame = { values: unknown[]; keys?: string[]; next: number };

/**
 * Walks the whole body without recursion, and in memory for its depth only: no body may end the
 * server. Refuses lone surrogates, which are no Unicode text, and bodies nested deeper than 500.
 */
export function checkWellFormed(body: unknown): Refusal | undefined {
  const frames: Frame[] = [{ values: [body], next: 0 }];
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (frame.next >= frame.values.length) {
      frames.pop();
      continue;
    }
    const value = frame.values[frame.next];
    const key = frame.keys?.[frame.next] ?? "";
    frame.next += 1;
    if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
      return refuseSurrogate(pathOf(frames));
    }
    if (typeof value !== "object" || value === null) continue;
    if (frames.length > deepest) return refuse(`The body is nested deeper than ${deepest} levels.`);
    frames.push(openFrame(value));
  }
  return undefined;
}

function openFrame(value: object): Frame {
  if (Array.isArray(value)) return { values: value, next: 0 };
  return { values: Object.values(value), keys: Object.keys(value), next: 0 };
}

/** As the API writes it: input[0].content. The outermost frame holds the body alone. */
function pathOf(frames: Frame[]): string {
  const steps = frames.slice(1).map(({ keys, next }) => {
    return keys ? `.${keys[next - 1]?.toWellFormed()}` : `[${next - 1}]`;
  });
  return steps.join("").replace(/^\./, "");
}

function refuseSurrogate(path: string): Refusal {
  const message = `Invalid '${path}': the string holds a lone surrogate, which is not valid Unicode.`;
  return refuse(message, path, "invalid_value");
}
