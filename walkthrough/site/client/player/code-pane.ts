import { element } from "./element.ts";
import { scrollToPart } from "./scroll-to-part.ts";
import type { Side } from "./side.ts";

/** The lines that emitted an event, in their file. Drawn again only where the file is another. */
export function drawCode(body: HTMLElement, side: Side, index: number): void {
  const place = side.recording?.steps[index]?.code;
  const lines = place && side.code?.[place.file];
  if (!place || !lines) {
    delete body.dataset.file;
    body.replaceChildren(element("p", { class: "hint" }, missing(side, index)));
    return;
  }
  if (body.dataset.file !== place.file) {
    body.dataset.file = place.file;
    body.replaceChildren(...drawFile(place.file, lines));
  }
  light(body, place.line);
}

function drawFile(file: string, lines: string[]): HTMLElement[] {
  const drawn = lines.map((line, index) => {
    const code = element("code");
    // made by the build, from the chapter's own file
    code.innerHTML = line === "" ? "\n" : line;
    const number = element("span", { class: "number", "aria-hidden": "true" }, String(index + 1));
    return element("div", { class: "line" }, number, code);
  });
  return [
    element("p", { class: "file" }, file, element("span", { class: "at" })),
    element("div", { class: "lines" }, ...drawn),
  ];
}

function light(body: HTMLElement, number: number): void {
  const at = body.querySelector(".at");
  if (at) at.textContent = `, line ${number}`;
  for (const lit of body.querySelectorAll(".lit")) {
    lit.classList.remove("lit");
    lit.removeAttribute("aria-current");
  }
  const line = body.querySelectorAll<HTMLElement>(".line")[number - 1];
  if (!line) return;
  line.classList.add("lit");
  line.setAttribute("aria-current", "true");
  scrollToPart(body, line);
}

function missing({ recording, code }: Side, index: number): string {
  if (!recording) return "A session's log does not say which line emitted an event.";
  const place = recording.steps[index]?.code;
  if (!place) return "No line of the chapter's own emitted this event.";
  const why = code ? "that file is not here to show" : "its code can't be loaded";
  return `${place.file}, line ${place.line}: ${why}.`;
}
