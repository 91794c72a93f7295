import { quote, summarize } from "./summarize.ts";

/** What an event has changed in the state, as a path and in words. */
export type Change = {
  /** "transcript[3].output" */
  path: string;
  kind: "new" | "gone" | "grew" | "changed";
  /** With the path: "transcript[3].output grew by "first⏎"". */
  words: string;
  /** Of a text that grew: its length before, in UTF-16 units. */
  from?: number;
};

/** In the order of the state. What is the same object on both sides is not looked into. */
export function describeChanges(before: unknown, after: unknown, path = ""): Change[] {
  if (Object.is(before, after)) return [];
  if (before === undefined) return [isNew(path, after)];
  if (after === undefined) return [{ path, kind: "gone", words: `${path} is gone` }];
  if (Array.isArray(before) && Array.isArray(after)) return changesOfList(before, after, path);
  if (isRecord(before) && isRecord(after)) return changesOfRecord(before, after, path);
  if (typeof before === "string" && typeof after === "string") {
    if (after.startsWith(before)) {
      const words = `${path} grew by ${quote(after.slice(before.length), 40)}`;
      return [{ path, kind: "grew", words, from: before.length }];
    }
  }
  const words = `${path}: ${summarize(before, 40)} → ${summarize(after, 40)}`;
  return [{ path, kind: "changed", words }];
}

function changesOfList(before: unknown[], after: unknown[], path: string): Change[] {
  const length = Math.max(before.length, after.length);
  const changes: Change[] = [];
  for (let place = 0; place < length; place++) {
    if (Object.is(before[place], after[place])) continue;
    changes.push(...describeChanges(before[place], after[place], `${path}[${place}]`));
  }
  return changes;
}

function changesOfRecord(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const below = path === "" ? name : `${path}.${name}`;
    return describeChanges(own(before, name), own(after, name), below);
  });
}

function isNew(path: string, value: unknown): Change {
  return { path, kind: "new", words: `${path} is new: ${describe(value)}` };
}

/** A value in a few words. An item of a transcript is known by its kind, and by its name or its text. */
export function describe(value: unknown): string {
  if (!isRecord(value) || typeof value.kind !== "string") return summarize(value, 48);
  const { kind, name, text } = value;
  if (typeof name === "string") return `${kind} ${name}`;
  return `${kind} ${summarize(text ?? value, 48)}`;
}

function own(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
