import "./diff.css";
import { chapterOf, type DiffData } from "../../diff/diff-data.ts";
import { drawPair } from "../../diff/draw-pair.ts";
import { drawTraces } from "../../diff/draw-traces.ts";
import { html } from "../../html.ts";
import { fetchOnce } from "./fetch-once.ts";
import { fetchTraces, fetchTurn } from "./fetch-turn.ts";
import { selectOneSide } from "./select-one-side.ts";

const root = document.body.dataset.root ?? "";
const place = document.querySelector<HTMLElement>("#pair");
const form = document.querySelector<HTMLFormElement>("form.pair");
/** The page of one step is whole already. */
const isStep = location.pathname.includes("..");

if (place && form) start(place, form);

function start(place: HTMLElement, form: HTMLFormElement): void {
  selectOneSide(place);
  form.addEventListener("change", () => form.requestSubmit());
  place.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement)
      void say(place, () => showScenario(form, target.value));
  });
  if (isStep) {
    const wanted = new URLSearchParams(location.search).get("scenario");
    const known = [...document.querySelectorAll("select[name=scenario] option")];
    const isKnown = known.some(({ textContent }) => textContent === wanted);
    if (wanted && isKnown) void say(place, () => showScenario(form, wanted));
    return;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.pushState(null, "", `?from=${chosen(form, "from")}&to=${chosen(form, "to")}`);
    void say(place, () => show(place, form));
  });
  addEventListener("popstate", () => void say(place, () => show(place, form)));
  void say(place, () => show(place, form));
}

/** What the address names. Without chapters in it the page stays as it is. */
async function show(place: HTMLElement, form: HTMLFormElement): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (!query.has("from") && !query.has("to")) return;
  const data = await fetchOnce<DiffData>(`${root}data/diff.json`);
  const from = chapterOf(data, query.get("from") ?? chosen(form, "from"));
  choose("from", from.folder);
  const to = chapterOf(data, query.get("to") ?? chosen(form, "to"));
  choose("to", to.folder);
  const turn = await fetchTurn(data, [from, to], root, query.get("scenario"));
  document.title = document.title.replace(/^.*(?= · )/, `${from.folder} → ${to.folder}`);
  place.innerHTML = drawPair(data, [from, to], turn, root).html;
  if (location.hash)
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** Only the traces change; the address tells which they are. */
async function showScenario(form: HTMLFormElement, name: string): Promise<void> {
  const traces = await fetchTraces([chosen(form, "from"), chosen(form, "to")], name, root);
  const query = new URLSearchParams(location.search);
  query.set("scenario", name);
  history.replaceState(null, "", `?${query}${location.hash}`);
  const drawn = document.querySelector("#traces");
  if (drawn) drawn.innerHTML = drawTraces(traces, root).html;
  choose("scenario", name);
}

/** A failure is told where the difference would stand. */
async function say(place: HTMLElement, work: () => Promise<void>): Promise<void> {
  place.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    place.innerHTML = html`<p class="failure" role="alert">${message}</p>`.html;
  }
  place.removeAttribute("aria-busy");
}

function chosen(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name));
}

function choose(name: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  if (select) select.value = value;
}
