/** A log can be cut or edited: where its text is missing or something else, there is none. */
export function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
