import { textOrEmpty } from "./text-or-empty.ts";

const numberOr0 = (value: unknown): number => (Number.isFinite(value) ? Number(value) : 0);

/** In milliseconds since 1970. What is no time, or no length of one, counts as 0. */
export const endOfWait = ({ at, delayMs }: { at: unknown; delayMs: unknown }): number =>
  numberOr0(Date.parse(textOrEmpty(at))) + numberOr0(delayMs);
