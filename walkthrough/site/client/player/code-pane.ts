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
  light(body, place.line, place.seen ? `, ${seenHow(side, index)}` : "");
}

/** Of a chapter that says nothing itself. A call passes the same line twice. */
function seenHow({ events }: Side, index: number): string {
  const { type } = events[index] ?? {};
  if (type === "tool.started") return "seen from outside on the way in";
  return type === "tool.finished" ? "seen from outside on the way back" : "seen from outside";
}

function drawFile(file: string, lines: string[]): HTMLElement[] {
  const drawn = lines.map((line, index) => {
    const code = element("code");
    // made by the build, from the chapter's own file
    code.innerHTML = line === "" ? "\n" : line;
    const number = element("span", { class: "number", "aria-hidden": "true" }, String(index + 1));
    const made = element("div", { class: "line" }, number, code);
    const indent = /^ */.exec(code.textContent ?? "")?.[0].length ?? 0;
    if (indent > 0) made.style.setProperty("--in", String(indent));
    return made;
  });
  return [
    element("p", { class: "file" }, file, element("span", { class: "at" })),
    element("div", { class: "lines" }, ...drawn),
  ];
}

function light(body: HTMLElement, number: number, note: string): void {
  const at = body.querySelector(".at");
  if (at) at.textContent = `, line ${number}${note}`;
  for (const lit of body.querySelectorAll(".lit")) {
    lit.classList.remove("lit");
    lit.removeAttribute("aria-current");
  }
  const line = body.querySelectorAll<HTMLElement>(".line")[number - 1];
  if (!line) return;
  line.classList.add("lit");
  line.setAttribute("aria-current", "true");
  scrollToPart(body, line);
  showWholeLines(body);
}

/** The line that the caption covers in part comes out below it. */
function showWholeLines(body: HTMLElement): void {
  const edge = body.querySelector(".file")?.getBoundingClientRect().bottom ?? 0;
  const lines = [...body.querySelectorAll(".line")].map((line) => line.getBoundingClientRect());
  const cut = lines.find(({ top, bottom }) => top < edge && bottom > edge);
  if (cut) body.scrollTop -= Math.ceil(edge - cut.top);
}

function missing({ recording, code }: Side, index: number): string {
  if (!recording) return "A session's log does not say which line emitted an event.";
  const place = recording.steps[index]?.code;
  if (!place) return "No line of the chapter's own emitted this event.";
  const why = code ? "that file is not here to show" : "its code can't be loaded";
  return `${place.file}, line ${place.line}: ${why}.`;
}
