/** A list of events can be cut or edited: where a text is missing or something else, there is none. */
export function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}
