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
/** The page as it came. */
const first = { title: document.title, content: place?.innerHTML };
/** The address whose chapters are shown. */
let drawn: string | undefined;

if (place && form) start(place, form);

function start(place: HTMLElement, form: HTMLFormElement): void {
  selectOneSide(place);
  form.addEventListener("change", () => form.requestSubmit());
  place.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement)
      void say(tracesPlace() ?? place, () => showScenario(form, target.value));
  });
  if (isStep) {
    const wanted = new URLSearchParams(location.search).get("scenario");
    const known = [...document.querySelectorAll("select[name=scenario] option")];
    const isKnown = known.some(({ textContent }) => textContent === wanted);
    if (wanted && isKnown) void say(tracesPlace() ?? place, () => showScenario(form, wanted));
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

/** What the address names. Without chapters in it the page is as it came. */
async function show(place: HTMLElement, form: HTMLFormElement): Promise<void> {
  // only what is behind the "#" is another
  if (location.search === drawn) return;
  drawn = undefined;
  const { search } = location;
  const query = new URLSearchParams(search);
  if (!query.has("from") && !query.has("to")) return putBack(place, form);
  const data = await fetchOnce<DiffData>(`${root}data/diff.json`);
  const from = chapterOf(data, query.get("from") ?? chosen(form, "from"));
  choose("from", from.folder);
  const to = chapterOf(data, query.get("to") ?? chosen(form, "to"));
  choose("to", to.folder);
  const turn = await fetchTurn(data, [from, to], root, query.get("scenario"));
  if (location.search !== search) return;
  document.title = document.title.replace(/^.*(?= · )/, `${from.folder} → ${to.folder}`);
  place.innerHTML = drawPair(data, [from, to], turn, root).html;
  drawn = search;
  partOf(location.hash)?.scrollIntoView();
}

function putBack(place: HTMLElement, form: HTMLFormElement): void {
  if (place.innerHTML !== first.content) place.innerHTML = first.content ?? "";
  document.title = first.title;
  form.reset();
  drawn = location.search;
}

/** What stands behind the "#" may be anything. */
function partOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Only the traces change; the address tells which they are. */
async function showScenario(form: HTMLFormElement, name: string): Promise<void> {
  const traces = await fetchTraces([chosen(form, "from"), chosen(form, "to")], name, root);
  const query = new URLSearchParams(location.search);
  query.set("scenario", name);
  history.replaceState(null, "", `?${query}${location.hash}`);
  drawn = location.search;
  const place = tracesPlace();
  if (place) place.innerHTML = drawTraces(traces, root).html;
  choose("scenario", name);
}

function tracesPlace(): HTMLElement | null {
  return document.querySelector<HTMLElement>("#traces");
}

/** A failure is told in the place of what is missing. */
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
