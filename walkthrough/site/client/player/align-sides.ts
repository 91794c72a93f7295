import { alignTraces } from "../../../../shared/course/diff/align-traces.ts";
import type { SessionEvent } from "../../../../shared/events.ts";

/** A place of the player: which event each side stands at. */
export type Row = {
  /** With one side, "alone". Else: at an event of both, equal or not, or at one that only one side has. */
  kind: "alone" | "same" | "differs" | "left" | "right";
  /** The newest event of each side, from 0; -1 before its first. */
  left: number;
  right: number;
};

/** Beyond that, events are compared by their place: to find the best pairs takes the square of it. */
const MOST_ALIGNED = 1000;

export function rowsOfOne(events: SessionEvent[]): Row[] {
  return events.map((_, left) => ({ kind: "alone", left, right: -1 }));
}

/** Ids, times and durations are not compared: no two runs have the same. */
export function alignSides(left: SessionEvent[], right: SessionEvent[]): Row[] {
  const equal = lengthOfEqualStart(left, right);
  const end = equal + MOST_ALIGNED;
  const [from, to] = [left.slice(equal, end), right.slice(equal, end)];
  const aligned = alignTraces(from.map(withoutClock), to.map(withoutClock));
  const kinds: Row["kind"][] = [
    ...left.slice(0, equal).map(() => "same" as const),
    ...aligned.map(kindOf),
    ...inPlace(left.slice(end), right.slice(end)),
  ];
  return place(kinds);
}

/** The first row at which the sides are not the same, or nothing. */
export function firstDifference(rows: Row[]): number | undefined {
  const index = rows.findIndex(({ kind }) => kind !== "same" && kind !== "alone");
  return index < 0 ? undefined : index;
}

/** What of two events is not the same. As between traces, the wording of errors does not count. */
export function differingFields(left: SessionEvent, right: SessionEvent): string[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => {
    if (notCompared.has(name) || name === "error") return false;
    const [one, other] = [Object(left)[name], Object(right)[name]];
    return !isSame(one, other, name === "details" ? clock : undefined);
  });
}

export function hasLeft({ kind }: Row): boolean {
  return kind !== "right";
}

export function hasRight({ kind }: Row): boolean {
  return kind !== "left" && kind !== "alone";
}

function place(kinds: Row["kind"][]): Row[] {
  let [left, right] = [-1, -1];
  return kinds.map((kind) => {
    if (kind !== "right") left++;
    if (kind !== "left") right++;
    return { kind, left, right };
  });
}

function kindOf({ kind }: ReturnType<typeof alignTraces>[number]): Row["kind"] {
  if (kind === "removed") return "left";
  return kind === "added" ? "right" : kind;
}

function inPlace(from: SessionEvent[], to: SessionEvent[]): Row["kind"][] {
  return Array.from({ length: Math.max(from.length, to.length) }, (_, index) => {
    if (index >= from.length) return "right";
    if (index >= to.length) return "left";
    return isSame(from[index], to[index], notCompared) ? "same" : "differs";
  });
}

function lengthOfEqualStart(from: SessionEvent[], to: SessionEvent[]): number {
  const index = from.findIndex((event, at) => !isSame(event, to[at], notCompared));
  return index < 0 ? from.length : index;
}

const clock = new Set(["durationMs", "timeMs", "firstMs", "toolMs"]);
const notCompared = new Set(["sessionId", "turnId", "sequence", "at", ...clock]);

/** As deep as an event is. The fields with the names that are `open` may be anything. */
function isSame(from: unknown, to: unknown, open: Set<string> = new Set()): boolean {
  if (typeof from !== "object" || typeof to !== "object" || from === null || to === null) {
    return Object.is(from, to);
  }
  const [left, right] = [fieldsOf(from, open), fieldsOf(to, open)];
  return (
    Array.isArray(from) === Array.isArray(to) &&
    left.length === right.length &&
    left.every((name) => {
      const [one, other] = [Object(from)[name], Object(to)[name]];
      return Object.hasOwn(to, name) && isSame(one, other, name === "details" ? clock : undefined);
    })
  );
}

function fieldsOf(value: object, open: Set<string>): string[] {
  return Object.keys(value).filter((name) => !open.has(name));
}

function withoutClock(event: SessionEvent): SessionEvent {
  const { details, ...rest } = keep(event) as { details?: unknown };
  const isRecord = typeof details === "object" && details !== null;
  return (isRecord ? { ...rest, details: keep(details) } : keep(event)) as SessionEvent;
}

function keep(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !clock.has(name)));
}
