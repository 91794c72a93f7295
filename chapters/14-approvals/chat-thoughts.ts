const OPEN = "<think>";
const CLOSE = "</think>";

export type Split = { thought: string; written: string };

/**
 * Some servers send thoughts as the beginning of the text, between tags, and the tags come in pieces. Each call takes a
 * piece of the text and gives back what of it is thought and what is written.
 */
export function splitThoughts(): { add(piece: string): Split; end(): Split } {
  let part: "beginning" | "thought" | "behind" | "text" = "beginning";
  let held = "";

  function add(piece: string): Split {
    held += piece;
    if (part === "beginning") {
      const start = held.trimStart();
      // it may still become the tag
      if (OPEN.startsWith(start)) return { thought: "", written: "" };
      part = start.startsWith(OPEN) ? "thought" : "text";
      if (part === "thought") held = start.slice(OPEN.length);
    }
    return part === "thought" ? takeThought() : { thought: "", written: takeText() };
  }

  function takeThought(): Split {
    const close = held.indexOf(CLOSE);
    if (close < 0) {
      const safe = held.length - beginningOf(CLOSE, held);
      const thought = held.slice(0, safe);
      held = held.slice(safe);
      return { thought, written: "" };
    }
    part = "behind";
    const thought = held.slice(0, close);
    held = held.slice(close + CLOSE.length);
    return { thought, written: takeText() };
  }

  /** The empty lines behind the tag are no part of the answer. */
  function takeText(): string {
    if (part === "behind") held = held.trimStart();
    if (held !== "") part = "text";
    return takeAll();
  }

  function takeAll(): string {
    const all = held;
    held = "";
    return all;
  }

  return {
    add,
    end: () =>
      part === "thought"
        ? { thought: takeAll(), written: "" }
        : { thought: "", written: takeAll() },
  };
}

/** How many characters at the end of a text may be the beginning of a tag. */
function beginningOf(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
