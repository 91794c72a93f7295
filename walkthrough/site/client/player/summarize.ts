/** A value in one line of about `most` characters. Costs the same however large the value is. */
export function summarize(value: unknown, most = 60): string {
  if (typeof value === "string") return quote(value, most);
  if (Array.isArray(value)) return enclose("[", "]", summarizeEach(value.entries(), false, most));
  if (typeof value === "object" && value !== null) {
    return enclose("{", "}", summarizeEach(Object.entries(value), true, most), " ");
  }
  return String(value);
}

/** In quotes and in one line: a line's end is ⏎. */
export function quote(text: string, most = 60): string {
  const start = text.length > most + 1 ? text.slice(0, most).replace(/[\ud800-\udbff]$/, "") : text;
  const cut = start.length < text.length ? "…" : "";
  return `"${start.replace(/\r?\n/g, "⏎").replace(/\t/g, "⇥")}${cut}"`;
}

/** Whether a value can stand in its line, with nothing left out. */
export function isShort(value: unknown, most = 60): boolean {
  if (typeof value === "string") return value.length <= most && !/\n./s.test(value);
  if (typeof value !== "object" || value === null) return true;
  const summary = summarize(value, most);
  return summary.length <= most && !summary.includes("…");
}

function enclose(open: string, close: string, parts: string[], space = ""): string {
  return parts.length === 0 ? open + close : `${open}${space}${parts.join(", ")}${space}${close}`;
}

function summarizeEach(
  entries: Iterable<[string | number, unknown]>,
  isNamed: boolean,
  most: number,
): string[] {
  const parts: string[] = [];
  let left = most;
  for (const [name, value] of entries) {
    if (left <= 0) return [...parts, "…"];
    const label = isNamed ? `${name}: ` : "";
    const part = label + summarize(value, Math.max(0, left - label.length - 2));
    parts.push(part);
    left -= part.length + 2;
  }
  return parts;
}
