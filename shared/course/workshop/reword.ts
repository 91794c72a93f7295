import type { Span } from "oxc-parser";
import { findDeclarations } from "../walkthrough/declarations.ts";

type Node = Span & { type: string; [field: string]: unknown };

/**
 * A source with the words of its sentences spelled backwards, or those of one declaration: a solution that says the
 * same in other words.
 */
export async function rewordSentences(
  path: string,
  source: string,
  symbol?: string,
): Promise<string> {
  const { parseSync } = await import("oxc-parser");
  const { program } = parseSync(path, source);
  const within =
    symbol && (await findDeclarations(path, source)).find(({ name }) => name === symbol);
  const spans = findTexts(program as unknown as Node, source, false).filter(
    ({ start, end }) => !within || (start >= within.start && end <= within.end),
  );
  let reworded = source;
  for (const { start, end } of spans.sort((a, b) => b.start - a.start)) {
    reworded = reworded.slice(0, start) + backwards(source.slice(start, end)) + reworded.slice(end);
  }
  return reworded;
}

/** What stands in a `new …Error(…)`, and what reads like a sentence elsewhere. */
function findTexts(node: Node, source: string, inError: boolean): Span[] {
  if (
    node.type === "TemplateElement" ||
    (node.type === "Literal" && typeof node.value === "string")
  ) {
    const text = source.slice(node.start, node.end);
    return inError || isSentence(text) ? [{ start: node.start, end: node.end }] : [];
  }
  if (node.type.startsWith("Import") || node.type.startsWith("TS")) return [];
  const isError =
    node.type === "NewExpression" && /Error$/.test(String((node.callee as Node).name));
  const inside = isError || (inError && node.type !== "ObjectExpression");
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value])
      .filter((each): each is Node => typeof each?.type === "string")
      .flatMap((child) => findTexts(child, source, inside)),
  );
}

function isSentence(text: string): boolean {
  return (
    /^[`"'}]?[A-Z]/.test(text) && text.split(" ").length > 2 && /[.?!]\s*[`"'$]?\{?$/.test(text)
  );
}

/** Escapes such as \n keep their letter. */
function backwards(text: string): string {
  return text.replace(/\\.|[A-Za-z]{2,}/g, (word) =>
    word.startsWith("\\") ? word : [...word].reverse().join(""),
  );
}
