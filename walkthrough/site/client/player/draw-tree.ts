import { type Change, describe } from "./describe-changes.ts";
import { element } from "./element.ts";
import { opening } from "./opening.ts";
import { isShort, quote, summarize } from "./summarize.ts";

export type Tree = {
  /** What changed, by its path. */
  changes: Map<string, Change>;
  /** What the reader has opened or closed, by path. Outlives the drawing. */
  toggled: Map<string, boolean>;
  /** Whether a part is open until the reader says otherwise. */
  isOpen(path: string, value: unknown): boolean;
  /** Beside the name of a part, in a few words. */
  notes?: Map<string, string>;
  /** What stands for a part that is closed; its first fields otherwise. */
  gist?(value: unknown): string;
  /** Of a record with many fields, those that are not folded away, in their order. */
  front?(value: unknown): string[] | undefined;
};

type Place = { key: string; path: string };

/** Of a long list, so many of the last parts stand in sight. */
const IN_SIGHT = 12;
const GROUP = 100;
/** A text that is longer is shown to here, with a word that says so. In UTF-16 units. */
const MOST_SHOWN = 100_000;

/** A value as a tree that opens and closes. The parts that are closed are not made. */
export function drawTree(value: unknown, tree: Tree): HTMLElement {
  const root = element("div", { class: "tree" });
  root.append(...drawParts(value, "", tree));
  return root;
}

/** What can be asked of a path: a change there or below. */
export function holdsChange(path: string, changes: Map<string, Change>): boolean {
  for (const changed of changes.keys()) {
    if (changed === path || changed.startsWith(`${path}.`) || changed.startsWith(`${path}[`)) {
      return true;
    }
  }
  return false;
}

function drawParts(value: unknown, path: string, tree: Tree): HTMLElement[] {
  if (Array.isArray(value)) return drawItems(value, path, tree);
  const record = Object(value);
  const names = Object.keys(record).filter((name) => record[name] !== undefined);
  const front = tree.front?.(value);
  if (!front) return drawFields(record, names, path, tree);
  const rest = names.filter((name) => !front.includes(name));
  const more = later(`${path}.…`, "…", `${rest.length} more fields`, tree, () =>
    drawFields(record, rest, path, tree),
  );
  return [...drawFields(record, front, path, tree), more];
}

function drawFields(
  record: Record<string, unknown>,
  names: string[],
  path: string,
  tree: Tree,
): HTMLElement[] {
  return names.map((key) =>
    drawPart(record[key], { key, path: path === "" ? key : `${path}.${key}` }, tree),
  );
}

function drawItems(items: unknown[], path: string, tree: Tree): HTMLElement[] {
  const from = items.length > IN_SIGHT * 2 ? items.length - IN_SIGHT : 0;
  const shown = drawRange(items, { from, to: items.length }, path, tree);
  if (from === 0) return shown;
  const earlier = later(`${path}[earlier]`, `[0 … ${from - 1}]`, `${from} earlier`, tree, () =>
    drawGroups(items, from, path, tree),
  );
  return [earlier, ...shown];
}

function drawGroups(items: unknown[], end: number, path: string, tree: Tree): HTMLElement[] {
  if (end <= GROUP) return drawRange(items, { from: 0, to: end }, path, tree);
  return Array.from({ length: Math.ceil(end / GROUP) }, (_, group) => {
    const range = { from: group * GROUP, to: Math.min(end, (group + 1) * GROUP) };
    const name = `[${range.from} … ${range.to - 1}]`;
    return later(path + name, name, "", tree, () => drawRange(items, range, path, tree));
  });
}

function drawRange(
  items: unknown[],
  { from, to }: { from: number; to: number },
  path: string,
  tree: Tree,
): HTMLElement[] {
  return items.slice(from, to).map((item, index) => {
    const key = `[${from + index}]`;
    return drawPart(item, { key, path: path + key }, tree);
  });
}

function drawPart(value: unknown, place: Place, tree: Tree): HTMLElement {
  const change = tree.changes.get(place.path);
  const part = partOf(value, place, change, tree);
  part.dataset.part = place.path;
  if (change) {
    part.classList.add("changed", `is-${change.kind}`);
    part.dataset.change = change.kind;
  }
  return part;
}

function partOf(value: unknown, place: Place, change: Change | undefined, tree: Tree): HTMLElement {
  const isText = typeof value === "string";
  if (isText && !isShort(value, 160)) return drawLongText(value, place, change, tree);
  if (isText) return line(place, change, drawText(value, change));
  const inside = change?.path === place.path || !holdsChange(place.path, tree.changes);
  if (typeof value !== "object" || value === null || (inside && isShort(value, 44))) {
    return line(place, change, element("span", { class: kindOf(value) }, summarize(value, 44)));
  }
  const note = tree.notes?.get(place.path);
  const isOpen = holdsChange(place.path, tree.changes) || tree.isOpen(place.path, value);
  const draw = () => drawParts(value, place.path, tree);
  const look = { isOpen, change, gist: note === undefined };
  const gist = note ?? (tree.gist ?? describe)(value);
  return later(place.path, place.key, gist, tree, draw, look);
}

function drawLongText(
  text: string,
  place: Place,
  change: Change | undefined,
  tree: Tree,
): HTMLElement {
  const isOpen = change !== undefined || tree.isOpen(place.path, text);
  const draw = () => {
    const rest = text.length - MOST_SHOWN;
    const shown = rest > 0 ? text.slice(0, MOST_SHOWN) : text;
    const whole = element("pre", { class: "text" }, ...withGrown(shown, change));
    return rest > 0
      ? [whole, element("p", { class: "hint" }, `… ${rest} more characters`)]
      : [whole];
  };
  return later(place.path, place.key, quote(text, 72), tree, draw, { isOpen, change, gist: true });
}

function line(place: Place, change: Change | undefined, value: HTMLElement): HTMLElement {
  return element("div", { class: "part" }, sign(change), key(place.key), " ", value);
}

function drawText(text: string, change: Change | undefined): HTMLElement {
  const from = change?.from ?? text.length;
  const grown = text.slice(from);
  return element(
    "span",
    { class: "string" },
    `"${oneLine(text.slice(0, from))}`,
    grown !== "" && element("ins", {}, oneLine(grown)),
    '"',
  );
}

function withGrown(text: string, change: Change | undefined): (string | HTMLElement)[] {
  const from = change?.from ?? text.length;
  if (from >= text.length) return [text];
  return [text.slice(0, from), element("ins", {}, text.slice(from))];
}

type Look = {
  isOpen?: boolean;
  change?: Change;
  /** The words beside the name stand for what is inside, and leave when it is open. */
  gist?: boolean;
};

/** A part that is made when it is opened. */
function later(
  path: string,
  name: string,
  note: string,
  tree: Tree,
  draw: () => HTMLElement[],
  { isOpen = false, change, gist = false }: Look = {},
): HTMLElement {
  const hint = note !== "" && element("span", { class: gist ? "hint gist" : "hint" }, note);
  const summary = [sign(change), key(name), " ", hint];
  return opening(summary, { class: "part", path, open: isOpen, toggled: tree.toggled, draw });
}

const signs: Record<Change["kind"], string> = { new: "+", gone: "−", grew: "…", changed: "~" };

/** In the margin. What it means is said in words above the tree. */
function sign(change: Change | undefined): HTMLElement | undefined {
  return change && element("span", { class: "sign", "aria-hidden": "true" }, signs[change.kind]);
}

function key(name: string): HTMLElement {
  return element("span", { class: "key" }, name);
}

function kindOf(value: unknown): string {
  return typeof value === "object" ? "brackets" : "literal";
}

function oneLine(text: string): string {
  return text.replace(/\r?\n/g, "⏎").replace(/\t/g, "⇥");
}
