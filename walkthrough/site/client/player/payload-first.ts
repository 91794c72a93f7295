/** What a piece of an answer says, before the ids and numbers that tell where it belongs. */
const payload = ["type", "item", "part", "name", "text", "delta", "arguments", "output", "usage"];

/** The same value, with what it says in front, since a summary is cut at its end. */
export function payloadFirst(value: unknown, deepest = 4): unknown {
  if (typeof value !== "object" || value === null || deepest === 0) return value;
  if (Array.isArray(value)) return value.map((part) => payloadFirst(part, deepest - 1));
  const front = frontOfAnswer(value) ?? payload;
  const rank = (name: string) => (front.includes(name) ? front.indexOf(name) : front.length);
  const entries = Object.entries(value).sort(([one], [other]) => rank(one) - rank(other));
  return Object.fromEntries(entries.map(([name, part]) => [name, payloadFirst(part, deepest - 1)]));
}

/** Of a whole answer, a long record: the names of what a reader looks for. Undefined for any other value. */
export function frontOfAnswer(value: unknown): string[] | undefined {
  const answer = Object(value);
  if (answer.object !== "response" || !Array.isArray(answer.output)) return undefined;
  const names = ["status", "error", "incomplete_details", "output", "usage"];
  return names.filter((name) => answer[name] !== undefined && answer[name] !== null);
}
