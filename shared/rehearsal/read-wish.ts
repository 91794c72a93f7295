export type ToolFamily = "read" | "list" | "search" | "run" | "time";

/** What the user asks for, as far as fixed rules can tell. */
export type Wish =
  | { kind: ToolFamily; subject: string }
  | { kind: "recall" | "repeat" | "greet"; subject: "" };

/** The first rule that fits decides. Undefined: none fits. */
export function readWish(text: string): Wish | undefined {
  const [line = ""] = text.trim().split(/\r?\n/);
  const asked = line.replace(/^(?:please|can you|could you|now)[, ]+/i, "");
  for (const { kind, pattern } of rules) {
    const match = pattern.exec(asked);
    if (!match) continue;
    if (kind === "recall" || kind === "repeat" || kind === "greet") return { kind, subject: "" };
    const subject = tidySubject(match[1] ?? "", kind);
    if (subject !== "" || kind === "time" || kind === "list") return { kind, subject };
  }
  return undefined;
}

const rules: { kind: Wish["kind"]; pattern: RegExp }[] = [
  { kind: "greet", pattern: /^(?:hello|hi|hey)(?: there)?[\s.!]*$/i },
  { kind: "recall", pattern: /^what (?:did|have) i (?:just )?(?:say|said)\b/i },
  { kind: "repeat", pattern: /^what (?:did|have) you (?:just )?(?:say|said)\b/i },
  { kind: "time", pattern: /^(?:what time is it|what(?:'s| is) the time|what is the date)\b/i },
  { kind: "run", pattern: /^run\s+(?:the command\s+)?(.+)$/i },
  { kind: "search", pattern: /^(?:search(?: for)?|grep|find|look for)\s+(.+)$/i },
  {
    kind: "list",
    pattern: /^(?:list|ls)(?:\s+(?:the |all |all the )?files(?:\s+in)?)?(?:\s+(.+))?$/i,
  },
  { kind: "read", pattern: /^(?:read|show me|show|open|cat)\s+(?:the )?(?:file )?(.+)$/i },
  { kind: "read", pattern: /^what(?:'s| is) in\s+(?:the )?(?:file )?(.+)$/i },
];

function tidySubject(raw: string, kind: ToolFamily): string {
  const text = raw.trim();
  const isPath = kind === "read" || kind === "list";
  const cut =
    isPath && !quoted.test(text) ? text.replace(/(?:,| and | then | please\b).*$/i, "") : text;
  return stripQuotes(stripPunctuation(cut));
}

/** Only behind a word: the dots of "." and "src/.." and the ";" of "-exec rm {} ;" have a meaning. */
function stripPunctuation(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}_"'`”’)])[.?!,;:]+$/u, "");
}

const quoted = /^(?:"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’)[.?!,;:]*$/;

function stripQuotes(text: string): string {
  return quoted.test(text) ? text.slice(1, -1) : text;
}
