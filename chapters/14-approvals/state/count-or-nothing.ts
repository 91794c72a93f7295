/** A log may hold anything, and a server may say anything: what is no count is not known. */
export function countOrNothing(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
