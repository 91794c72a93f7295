import { element } from "./element.ts";

/** A button that chooses files, and a page that takes those that are dropped on it. */
export function takeFiles(take: (files: File[]) => void): HTMLElement {
  const input = element("input", {
    type: "file",
    accept: ".jsonl,.json,.txt,application/x-ndjson",
    multiple: true,
    "aria-label": "Your own session, one file or two",
  });
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    // so that the same file can be chosen again
    input.value = "";
    if (files.length > 0) take(files);
  });
  const button = element("button", { type: "button", class: "own" }, "Your own session…");
  button.title =
    "A .jsonl file, or two to compare. Dropped on the page, too. Nothing leaves the page.";
  button.addEventListener("click", () => input.click());
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  input.hidden = true;
  return element("div", { class: "files" }, button, input);
}
