import type { Address } from "./address.ts";
import { hasLeft, hasRight, type Row } from "./align-sides.ts";

/** The row that an address means, from 0. Behind the end it is the last one. */
export function placeOf(rows: Row[], { event, withEvent }: Address): number {
  const found =
    withEvent === undefined
      ? rows.findIndex((row) => hasLeft(row) && row.left === (event ?? 1) - 1)
      : rows.findIndex((row) => hasRight(row) && row.right === withEvent - 1);
  if (found >= 0) return found;
  return event === undefined && withEvent === undefined ? 0 : rows.length - 1;
}
