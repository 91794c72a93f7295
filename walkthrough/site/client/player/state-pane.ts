import { type Change, describeChanges } from "./describe-changes.ts";
import { drawTree, type Tree } from "./draw-tree.ts";
import { element } from "./element.ts";
import { plainState, settledCount } from "./plain-state.ts";
import { scrollToPart } from "./scroll-to-part.ts";
import type { Side } from "./side.ts";

/** Named in words; beyond that, the tree marks them all. */
const MOST_NAMED = 4;

/** The state after an event, and what of it the event has changed. */
export function drawState(side: Side, index: number, toggled: Map<string, boolean>): HTMLElement[] {
  const before = plainState(index > 0 ? side.states[index - 1] : side.emptyState);
  const state = side.states[index];
  const after = plainState(state);
  const changes = describeChanges(before, after);
  const tree: Tree = {
    changes: new Map(changes.map((change) => [change.path, change])),
    toggled,
    isOpen: (path) => path === "transcript" || path === "draft" || path === "status",
    notes: notesOf(after, state),
  };
  const drawn = drawTree(after, tree);
  const words = drawWords(changes, (path) => goToPart(drawn, path));
  if (side.borrowed) {
    const inside = words instanceof HTMLUListElement ? "li" : "span";
    words.append(element(inside, { class: "hint borrowed" }, borrowed));
  }
  return [words, drawn];
}

const borrowed = "This chapter keeps no state: this is how chapter 04 would fold its events.";

/** To where it stands in the tree; of what is gone or folded away, to what it was in. */
function goToPart(tree: HTMLElement, path: string): void {
  const pane = tree.closest(".half");
  const parts = [...tree.querySelectorAll<HTMLElement>("[data-part]")];
  for (let at = path; at !== ""; at = at.replace(/(\[[^[]*|\.?[^.[]*)$/, "")) {
    const part = parts.find(({ dataset }) => dataset.part === at);
    if (!part || !pane || part.offsetParent === null) continue;
    const target = part.querySelector<HTMLElement>(":scope > summary") ?? part;
    if (target === part) part.tabIndex = -1;
    target.focus({ preventScroll: true });
    scrollToPart(pane, part);
    return;
  }
}

function drawWords(changes: Change[], go: (path: string) => void): HTMLElement {
  if (changes.length === 0) {
    return element("p", { class: "changes hint" }, "The state is the same as before.");
  }
  const named = changes.slice(0, MOST_NAMED).map(({ path, words, kind }) => {
    const rest = words.slice(path.length);
    const name = element("button", { type: "button", title: "To its place below" }, path);
    name.addEventListener("click", () => go(path));
    return element("li", { class: `is-${kind}` }, element("code", {}, name), rest);
  });
  const more = changes.length - named.length;
  return element(
    "ul",
    { class: "changes" },
    ...named,
    more > 0 && element("li", { class: "hint" }, `and ${more} more, marked below`),
  );
}

function notesOf(after: Record<string, unknown>, state: unknown): Map<string, string> {
  const notes = new Map<string, string>();
  if (!Array.isArray(after.transcript) || after.transcript.length === 0) return notes;
  const settled = settledCount(state);
  const { length } = after.transcript;
  const items = length === 1 ? "1 item" : `${length} items`;
  const open = length - settled;
  return notes.set("transcript", open > 0 ? `${items}, ${open} not settled` : `${items}, settled`);
}
