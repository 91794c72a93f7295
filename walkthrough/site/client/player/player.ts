import { familyOf } from "../../../../shared/trace/event-family.ts";
import type { PaneName } from "./address.ts";
import { differingFields, hasLeft, hasRight, type Row } from "./align-sides.ts";
import { drawCode } from "./code-pane.ts";
import { drawTree } from "./draw-tree.ts";
import { element } from "./element.ts";
import { eventSentence, eventWords } from "./event-words.ts";
import { type Command, commandOf } from "./keys.ts";
import { opening } from "./opening.ts";
import { drawScreen } from "./screen-pane.ts";
import { scrollToPart } from "./scroll-to-part.ts";
import type { Shell } from "./shell.ts";
import { isOwn, type Side } from "./side.ts";
import { drawState } from "./state-pane.ts";
import { drawTimeline, type Timeline } from "./timeline.ts";
import { drawWire, scrollToCause } from "./wire-pane.ts";

/** What is played. One side, or two beside each other. */
export type Play = { sides: Side[]; rows: Row[] };

export type Player = {
  /** Begins with another play, at one of its rows, with one of the panes enlarged. */
  open(play: Play, place: number, pane: PaneName | undefined): void;
  /** Shows nothing any more. */
  close(): void;
  /** Where it stands. */
  place(): number;
  pane(): PaneName | undefined;
};

/** Between two events while it plays, in milliseconds; the pieces of a run come faster. */
const PACE = 900;
const PACE_IN_RUN = 90;

/** Steps through a play. `moved` hears of each place that is shown. */
export function createPlayer(shell: Shell, moved: () => void): Player {
  let play: Play = { sides: [], rows: [] };
  let place = 0;
  let pane: PaneName | undefined;
  let timeline: Timeline | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let bodies: Bodies = {};
  /** Which event each side shows already. */
  let shown: number[] = [];
  const toggled = { wire: memory(), state: memory(), event: memory() };

  function open(next: Play, at: number, alone: PaneName | undefined): void {
    stop();
    play = next;
    for (const side of Object.values(toggled)) for (const each of side) each.clear();
    timeline = drawTimeline(play.rows, play.sides, goTo);
    shell.timeline.replaceChildren(timeline.root);
    shell.slider.max = String(play.rows.length);
    shell.panes.classList.toggle("two", play.sides.length > 1);
    shell.panes.classList.toggle("own", play.sides.every(isOwn));
    bodies = drawBodies(shell, play.sides);
    shown = [];
    shell.stage.hidden = false;
    setPane(alone);
    show(at);
  }

  function close(): void {
    stop();
    play = { sides: [], rows: [] };
    shell.stage.hidden = true;
  }

  function goTo(to: number): void {
    stop();
    show(to);
  }

  function show(to: number): void {
    place = Math.max(0, Math.min(to, play.rows.length - 1));
    const row = play.rows[place];
    if (!row) return;
    timeline?.show(place);
    shell.slider.value = String(place + 1);
    const said = sentence(play, row);
    shell.slider.setAttribute("aria-valuetext", `${place + 1} of ${play.rows.length}: ${said}`);
    shell.count.textContent = `${place + 1} / ${play.rows.length}`;
    shell.buttons.first.disabled = shell.buttons.back.disabled = place === 0;
    shell.buttons.last.disabled = shell.buttons.on.disabled = place === play.rows.length - 1;
    if (timer === undefined) shell.said.textContent = `${place + 1}: ${said}`;
    keepFocus(shell.stage, () => {
      shell.event.replaceChildren(...drawNow(play, row, toggled.event));
      for (const line of shell.event.querySelectorAll("summary")) markMore(line);
      play.sides.forEach((side, index) => {
        drawSide(side, index, row);
      });
    });
    moved();
  }

  function drawSide(side: Side, index: number, row: Row): void {
    const at = index === 0 ? row.left : row.right;
    const isHere = index === 0 ? hasLeft(row) : hasRight(row);
    const body = (name: PaneName) => bodies[name]?.[index] ?? element("div");
    for (const halves of Object.values(bodies)) {
      const whose = halves[index]?.parentElement?.querySelector(".whose");
      if (whose) whose.textContent = isHere ? side.title : `${side.title} ${waitsAt(at)}`;
    }
    if (at >= 0) drawCode(body("code"), side, at);
    const screen = body("screen");
    // what has not changed does not flash
    if (shown[index] === at) {
      scrollToEnd(screen);
      return;
    }
    shown[index] = at;
    if (at < 0) {
      for (const name of ["wire", "code", "state", "screen"] as const) {
        delete body(name).dataset.file;
        body(name).replaceChildren(element("p", { class: "hint" }, "Nothing has happened yet."));
      }
      return;
    }
    const wire = body("wire");
    wire.replaceChildren(...drawWire(side, at, toggled.wire[index] ?? new Map()));
    scrollToCause(wire);
    const state = body("state");
    state.replaceChildren(...drawState(side, at, toggled.state[index] ?? new Map()));
    const changed = state.querySelector(".changed");
    if (changed) scrollToPart(state, changed);
    screen.replaceChildren(...drawScreen(side, at));
    scrollToEnd(screen);
  }

  function togglePlay(): void {
    if (timer !== undefined) {
      stop();
      return;
    }
    setPlaying(true);
    if (place === play.rows.length - 1) show(0);
    wait();
  }

  function wait(): void {
    timer = setTimeout(() => {
      show(place + 1);
      if (place < play.rows.length - 1) wait();
      else stop();
    }, pace());
  }

  function pace(): number {
    const type = (at: number) => typesOf(play, play.rows[at]).join();
    return type(place) === type(place + 1) && type(place).endsWith(".delta") ? PACE_IN_RUN : PACE;
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    setPlaying(false);
  }

  function setPlaying(isPlaying: boolean): void {
    const label = isPlaying ? "Stop" : "Play";
    shell.buttons.play.textContent = label;
    shell.buttons.play.setAttribute("aria-label", label);
    shell.buttons.play.title = label;
  }

  function setPane(next: PaneName | undefined): void {
    pane = next;
    if (pane) shell.root.dataset.pane = pane;
    else delete shell.root.dataset.pane;
    for (const each of shell.choices) {
      // a phone shows one of them always
      const current = isTab(each) ? (pane ?? "state") : pane;
      each.setAttribute("aria-pressed", String(each.dataset.choice === current));
    }
  }

  function enlarge(next: PaneName | undefined): void {
    setPane(next);
    // what has another size now has another middle
    show(place);
  }

  const does: Record<Exclude<Command, PaneName>, () => void> = {
    back: () => goTo(place - 1),
    on: () => goTo(place + 1),
    first: () => goTo(0),
    last: () => goTo(play.rows.length - 1),
    play: togglePlay,
    keys: () => shell.keys.showModal(),
  };

  function obey(command: Command): void {
    if (command in does) does[command as keyof typeof does]();
    else enlarge(command === pane ? undefined : (command as PaneName));
  }

  for (const [name, button] of Object.entries(shell.buttons)) {
    button.addEventListener("click", () => obey(name as Command));
  }
  for (const each of shell.choices) {
    const name = each.dataset.choice as PaneName;
    each.addEventListener("click", () => (isTab(each) ? enlarge(name) : obey(name)));
  }
  shell.slider.addEventListener("input", () => goTo(Number(shell.slider.value) - 1));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || play.rows.length === 0) return;
    const command = commandOf(event.key, focused(event.target));
    if (!command) return;
    event.preventDefault();
    obey(command);
  });
  return { open, close, place: () => place, pane: () => pane };
}

type Bodies = Partial<Record<PaneName, HTMLElement[]>>;

function drawBodies(shell: Shell, sides: Side[]): Bodies {
  const bodies: Bodies = {};
  for (const [name, halves] of Object.entries(shell.halves) as [PaneName, HTMLElement][]) {
    const drawn = sides.map((side) =>
      element("div", {
        class: "half",
        tabindex: 0,
        role: "group",
        "aria-label": sides.length > 1 ? `${name}: ${side.title}` : `${name}, content`,
      }),
    );
    bodies[name] = drawn;
    const captioned = drawn.map((half, index) =>
      element(
        "div",
        { class: "side" },
        element("p", { class: "whose" }, sides[index]?.title),
        half,
      ),
    );
    halves.replaceChildren(...(sides.length > 1 ? captioned : drawn));
  }
  return bodies;
}

function drawNow(play: Play, row: Row, toggled: Map<string, boolean>[]): HTMLElement[] {
  const [left, right] = [play.sides[0]?.events[row.left], play.sides[1]?.events[row.right]];
  const differing = row.kind === "differs" && left && right ? differingFields(left, right) : [];
  return play.sides.map((side, index) => {
    const isHere = index === 0 ? hasLeft(row) : hasRight(row);
    const at = index === 0 ? row.left : row.right;
    const event = isHere && side.events[at];
    const whose = play.sides.length > 1 && element("span", { class: "whose" }, side.title);
    if (!event) {
      return element("p", { class: "event-now absent" }, whose, `Not in ${side.title}.`);
    }
    const marks = [
      differing.length > 0 && `≠ ${differing.join(", ")}`,
      side.recording?.steps[at]?.cancels && pressed,
    ].filter((mark) => typeof mark === "string");
    return drawEvent(event, whose, toggled[index] ?? new Map(), marks);
  });
}

function drawEvent(
  event: Side["events"][number],
  whose: HTMLElement | false,
  toggled: Map<string, boolean>,
  marks: string[],
): HTMLElement {
  const { family, glyph } = familyOf(event.type);
  const words = eventWords(event).map(({ name, text }) =>
    element(
      "span",
      { class: `field${name === "callId" ? " id" : ""}${text.length < 24 ? " short" : ""}` },
      element("i", {}, name),
      " ",
      text,
    ),
  );
  const chip = element(
    "span",
    { class: `event event-${family}` },
    element("span", { class: "glyph", "aria-hidden": "true" }, glyph),
    element("span", { class: "name" }, event.type),
  );
  const marked = marks.map((mark) => element("span", { class: "mark" }, mark));
  return opening([whose, chip, ...marked, ...words], {
    class: "event-now",
    path: "event",
    open: false,
    toggled,
    draw: () => [drawTree(event, { changes: new Map(), toggled, isOpen: () => true })],
  });
}

/** Of what has no room, a terminal shows the end. */
function scrollToEnd(screen: HTMLElement): void {
  screen.scrollTop = screen.scrollHeight;
}

/** What has no room in the line of an event is left out whole, and a sign says so. */
function markMore(line: HTMLElement): void {
  const fields = [...line.querySelectorAll<HTMLElement>(".field")];
  const top = line.querySelector<HTMLElement>(".event")?.offsetTop ?? 0;
  line.classList.toggle(
    "more",
    fields.some(({ offsetTop }) => offsetTop > top + 8),
  );
}

const pressed = "Ctrl+C is pressed here";

function waitsAt(index: number): string {
  return index < 0 ? "has not begun" : `is still at event ${index + 1}`;
}

function isTab(choice: HTMLElement): boolean {
  return choice.closest(".tabs") !== null;
}

function typesOf(play: Play, row: Row | undefined): string[] {
  if (!row) return [];
  return play.sides.flatMap((side, index) => {
    const isHere = index === 0 ? hasLeft(row) : hasRight(row);
    const event = side.events[index === 0 ? row.left : row.right];
    return isHere && event ? [event.type] : [];
  });
}

function sentence({ sides }: Play, row: Row): string {
  const event = hasLeft(row) ? sides[0]?.events[row.left] : sides[1]?.events[row.right];
  const step = sides[0]?.recording?.steps[row.left];
  const isCancel = hasLeft(row) && step?.cancels;
  const said = [event ? eventSentence(event) : "", isCancel ? `, ${pressed}` : ""].join("");
  if (row.kind === "left") return `${said}, only in ${sides[0]?.title}`;
  if (row.kind === "right") return `${said}, only in ${sides[1]?.title}`;
  return row.kind === "differs" ? `${said}, not the same in both` : said;
}

/** What had the focus is made anew: its successor gets it. */
function keepFocus(root: HTMLElement, redraw: () => void): void {
  const { activeElement } = document;
  const path = activeElement instanceof HTMLElement ? activeElement.dataset.path : undefined;
  const half = activeElement?.closest(".half, .now");
  redraw();
  if (path === undefined || !half || document.activeElement !== document.body) return;
  const inside = root.contains(half) ? half : root;
  const again = [...inside.querySelectorAll<HTMLElement>("[data-path]")];
  const found = again.find(({ dataset }) => dataset.path === path) ?? (half as HTMLElement);
  found.focus({ preventScroll: true });
}

function focused(target: EventTarget | null): { name: string; type?: string } {
  if (!(target instanceof HTMLElement)) return { name: "" };
  return { name: target.tagName, type: target.getAttribute("type") ?? undefined };
}

function memory(): Map<string, boolean>[] {
  return [new Map(), new Map()];
}
