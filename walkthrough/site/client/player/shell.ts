import { type PaneName, paneNames } from "./address.ts";
import { element } from "./element.ts";
import { keyHelp } from "./keys.ts";

/** The parts of the page that stay, whatever is played. */
export type Shell = {
  root: HTMLElement;
  picker: HTMLElement;
  /** What is played, in a line. */
  about: HTMLElement;
  notices: HTMLElement;
  stage: HTMLElement;
  timeline: HTMLElement;
  slider: HTMLInputElement;
  count: HTMLElement;
  buttons: Record<"first" | "back" | "play" | "on" | "last" | "keys", HTMLButtonElement>;
  event: HTMLElement;
  panes: HTMLElement;
  /** One per pane: where its halves go. */
  halves: Record<PaneName, HTMLElement>;
  /** All buttons that enlarge a pane or, on a phone, choose it. */
  choices: HTMLButtonElement[];
  keys: HTMLDialogElement;
  /** What those hear who do not see the page. */
  said: HTMLElement;
};

const paneTitles: Record<PaneName, string> = {
  wire: "Wire",
  code: "Code",
  state: "State",
  screen: "Screen",
};

export function drawShell(root: HTMLElement): Shell {
  const buttons = {
    first: button("|◂", "To the first event"),
    back: button("◂", "One event back"),
    play: button("Play", "Play"),
    on: button("▸", "One event on"),
    last: button("▸|", "To the last event"),
    keys: button("?", "Keys"),
  };
  buttons.play.classList.add("play");
  const slider = element("input", {
    type: "range",
    min: 1,
    max: 1,
    value: 1,
    "aria-label": "Event",
  });
  const count = element("output", { class: "count" });
  const halves = {} as Record<PaneName, HTMLElement>;
  const choices: HTMLButtonElement[] = [];
  const panes = element("div", { class: "panes" });
  for (const name of paneNames) {
    halves[name] = element("div", { class: "halves" });
    panes.append(drawPane(name, halves[name], choices));
  }
  const tabs = element("div", { class: "tabs", role: "group", "aria-label": "Panes" });
  for (const name of paneNames) {
    const tab = choice(name, choices);
    tab.replaceChildren(paneTitles[name]);
    tabs.append(tab);
  }
  const parts = {
    picker: element("div", { class: "picker" }),
    about: element("p", { class: "about" }),
    notices: element("div", { class: "notices", role: "status" }),
    timeline: element("div", { class: "strip" }),
    event: element("div", { class: "now" }),
    keys: drawKeys(),
    said: element("p", { class: "unseen", "aria-live": "polite" }),
  };
  const { first, back, play, on, last, keys } = buttons;
  const controls = element("div", { class: "controls" }, first, back, play, on, last);
  const scrubber = element("div", { class: "scrubber" }, controls, slider, count, keys);
  const stage = element("div", { class: "stage", hidden: true });
  stage.append(parts.timeline, scrubber, parts.event, tabs, panes);
  root.replaceChildren(parts.picker, parts.about, parts.notices, stage, parts.said, parts.keys);
  return { root, ...parts, stage, slider, count, buttons, panes, halves, choices };
}

function drawPane(name: PaneName, halves: HTMLElement, choices: HTMLButtonElement[]): HTMLElement {
  const title = element("h2", { id: `pane-${name}` }, paneTitles[name]);
  const enlarge = choice(name, choices);
  enlarge.setAttribute("aria-label", `${paneTitles[name]} alone, key ${enlarge.textContent}`);
  const head = element("header", {}, title, enlarge);
  const section = element("section", { class: "pane", "aria-labelledby": title.id }, head, halves);
  section.dataset.pane = name;
  return section;
}

/** Two of them lead to a pane: the one in its head, and the one among the tabs of a phone. */
function choice(name: PaneName, choices: HTMLButtonElement[]): HTMLButtonElement {
  const number = String(paneNames.indexOf(name) + 1);
  const made = element(
    "button",
    { type: "button", class: "choice", "aria-pressed": "false" },
    element("kbd", {}, number),
  );
  made.dataset.choice = name;
  choices.push(made);
  return made;
}

function button(sign: string, label: string): HTMLButtonElement {
  return element("button", { type: "button", "aria-label": label, title: label }, sign);
}

function drawKeys(): HTMLDialogElement {
  const rows = keyHelp.flatMap(({ keys, does }) => [
    element("dt", {}, ...keys.flatMap((key) => [element("kbd", {}, key), " "])),
    element("dd", {}, does),
  ]);
  const close = element("button", { type: "submit" }, "Close");
  return element(
    "dialog",
    { class: "keys", "aria-label": "Keys" },
    element("h2", {}, "Keys"),
    element("dl", {}, ...rows),
    element("form", { method: "dialog" }, close),
  );
}
