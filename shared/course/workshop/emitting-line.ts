import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Difference } from "./first-difference.ts";
import type { Emitted } from "./setup.ts";
import { type StackFrame, stackFrames } from "./stack-frames.ts";

/** A line of the learner's. */
export type Place = { file: string; line: number; code: string };

/** Which line of the folder emitted the event of the first row that differs, where that is known. */
export function emittingLine(
  root: string,
  folder: string,
  { actual, index }: Difference,
  emitted: Emitted[] = [],
): Place | undefined {
  const type = eventTypeOf(actual[index] ?? "");
  if (!type) return undefined;
  const before = actual.slice(0, index).filter((row) => eventTypeOf(row) === type).length;
  const event = emitted.filter((each) => each.type === type)[before];
  const frame = event && emittingFrame(join(root, "workshop", folder), event);
  return frame && { file: frame.file, line: frame.line, code: codeAt(frame.path, frame.line) };
}

/** `tool.started call_1 …`, or `"type": "tool.started"` of an event that is shown whole. */
export function eventTypeOf(row: string): string | undefined {
  return /^(?:.*"type": ")?((?:tool|turn|user|assistant|reasoning|model|session|provider|phase|approval)\.[a-z]+|notice)(?=[ "]|$)/.exec(
    row,
  )?.[1];
}

/** The file that tells of such an event, as the chapters have it. */
export function fileOf(type: string): string {
  if (/^tool\./.test(type)) return "tools/registry.ts";
  if (type === "assistant.message") return "agent.ts";
  if (type === "model.responded") return "tell-responses.ts";
  if (type === "model.requested") return "tell-requests.ts";
  if (/\.delta$|^assistant\.interrupted$/.test(type)) return "openai-stream.ts";
  if (type === "model.retrying") return "retry.ts";
  if (/^approval\.requested$/.test(type)) return "approvals.ts";
  return "session.ts";
}

export type Frame = StackFrame & { file: string };

/** Of the frames in a folder the one that said what happened: behind whoever only passed it on. */
export function emittingFrame(
  folder: string,
  { type, stack }: Pick<Emitted, "type" | "stack">,
): Frame | undefined {
  const own = folder.replaceAll("\\", "/");
  const frames: Frame[] = stackFrames(stack)
    .filter(({ path }) => path.startsWith(`${own}/`))
    .map((frame) => ({ ...frame, file: frame.path.slice(own.length + 1) }));
  const teller = fileOf(type);
  const passedOn = /(^|\.)(publish|emit|tell|push|notify|broadcast)\w*$|^Set\.|^Array\./;
  return (
    frames.find(({ file }) => file === teller && teller !== "session.ts") ??
    frames.find(
      ({ file, name }) =>
        file !== "normalize-agent-event.ts" &&
        !passedOn.test(name) &&
        !(name === "" && file === "session.ts"),
    ) ??
    frames[0]
  );
}

export function codeAt(path: string, line: number): string {
  try {
    return readFileSync(path, "utf8").split("\n")[line - 1]?.trim() ?? "";
  } catch {
    return "";
  }
}
