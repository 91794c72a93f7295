import MiniSearch, { type SearchResult } from "minisearch";
import { html } from "../../html.ts";
import { searchOptions } from "../../search-options.ts";

type Search = {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  list: HTMLElement;
  hint: HTMLElement;
};

const shown = 12;
const around = 70;
/** Of what is looked for, in characters. */
const longest = 200;
const root = document.body.dataset.root ?? "";

let search: Search | undefined;
let index: Promise<MiniSearch> | undefined;

/** Opens the dialog over the page. The index is fetched once. */
export function openSearch(): void {
  search ??= makeSearch();
  if (search.dialog.open) return;
  search.dialog.showModal();
  search.input.select();
  loadedIndex().catch(() => {});
}

/** One that could not be loaded is tried anew. */
function loadedIndex(): Promise<MiniSearch> {
  index ??= loadIndex().catch((error) => {
    index = undefined;
    throw error;
  });
  return index;
}

async function loadIndex(): Promise<MiniSearch> {
  const response = await fetch(`${root}data/search.json`);
  if (!response.ok) throw new Error(`The index is not there: ${response.status}`);
  return MiniSearch.loadJSON(await response.text(), searchOptions);
}

function makeSearch(): Search {
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", "Search");
  dialog.innerHTML =
    html`<input type="text" role="combobox" maxlength="${longest}" aria-label="Search the walkthrough" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="An event, a file, a word">
<ul class="found" id="found" role="listbox" aria-label="Found"></ul>
<p class="hint" role="status"></p>`.html;
  document.body.append(dialog);
  const find = <Found extends HTMLElement>(selector: string) =>
    dialog.querySelector(selector) as Found;
  const made: Search = {
    dialog,
    input: find("input"),
    list: find(".found"),
    hint: find(".hint"),
  };
  made.input.addEventListener("input", () => update(made));
  made.input.addEventListener("keydown", (event) => press(made, event));
  made.list.addEventListener("click", (event) => {
    const option = (event.target as Element).closest<HTMLElement>("[role=option]");
    if (option) go(made, option);
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return made;
}

async function update(search: Search): Promise<void> {
  const { input, list, hint } = search;
  const query = input.value.trim();
  const loaded = await loadedIndex().catch(() => undefined);
  if (query !== input.value.trim()) return;
  const results = query && loaded ? loaded.search(query).slice(0, shown) : [];
  list.innerHTML = html`${results.map(option)}`.html;
  if (!loaded) hint.textContent = "The search could not be loaded.";
  else hint.textContent = query && results.length === 0 ? `Nothing has "${query}" in it.` : "";
  input.setAttribute("aria-expanded", String(results.length > 0));
  select(search, 0);
}

function option({ address, page, heading, text, terms }: SearchResult, place: number) {
  const title = heading || page;
  return html`<li role="option" id="found-${place}" data-address="${address}" aria-selected="false">${
    heading && html`<span class="where">${page}</span>`
  }<span class="heading">${title}</span><span class="excerpt">${excerpt(text, terms)}</span></li>`;
}

/** A piece of the text with what was looked for in it: of several words, with the longest. */
function excerpt(text: string, terms: string[]) {
  const longest = terms
    .toSorted((a, b) => b.length - a.length)
    .map((term) => {
      return `\\b${term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`;
    });
  const places = longest.map((term) => text.search(new RegExp(term, "i")));
  const at = places.find((place) => place >= 0) ?? 0;
  const from = at <= around / 2 ? 0 : text.lastIndexOf(" ", at - around / 4) + 1;
  const piece = (from > 0 ? "… " : "") + text.slice(from, from + around * 2);
  const parts = piece.split(new RegExp(`(${longest.join("|")})`, "gi"));
  return parts.map((part, index) => (index % 2 ? html`<mark>${part}</mark>` : html`${part}`));
}

function press(search: Search, event: KeyboardEvent): void {
  const options = [...search.list.children] as HTMLElement[];
  const place = options.findIndex((each) => each.ariaSelected === "true");
  if (event.key === "ArrowDown") select(search, (place + 1) % options.length);
  else if (event.key === "ArrowUp") select(search, (place - 1 + options.length) % options.length);
  else if (event.key === "Enter" && options[place]) go(search, options[place]);
  else return;
  event.preventDefault();
}

function select({ list, input }: Search, place: number): void {
  for (const [index, each] of [...list.children].entries()) {
    each.setAttribute("aria-selected", String(index === place));
    if (index === place) each.scrollIntoView({ block: "nearest" });
  }
  const chosen = list.children[place];
  if (chosen) input.setAttribute("aria-activedescendant", chosen.id);
  else input.removeAttribute("aria-activedescendant");
}

function go({ dialog }: Search, option: HTMLElement): void {
  dialog.close();
  location.href = root + option.dataset.address;
}
