import type { RecordingIndex } from "../../recording/recording.ts";
import { spoken } from "./about-line.ts";
import { element } from "./element.ts";
import { type Choice, chaptersWith } from "./find-choice.ts";

export type Picker = {
  root: HTMLElement;
  /** Sets the fields to what is played. */
  show(choice: Choice | undefined): void;
};

/** Fields for the chapter, the scenario and the chapter beside it. `chosen` hears of each choice. */
export function drawPicker(index: RecordingIndex, chosen: (choice: Choice) => void): Picker {
  const chapter = element("select", {});
  const scenario = element("select", {});
  const beside = element("select", {});
  const root = element(
    "div",
    { class: "fields" },
    element("label", {}, element("span", {}, "Chapter"), chapter),
    element("label", {}, element("span", {}, "Scenario"), scenario),
    element("label", {}, element("span", {}, "Beside it"), beside),
  );
  chapter.append(...index.map(({ chapter }) => option(chapter, spoken(chapter))));

  function show(choice: Choice | undefined): void {
    scenario.disabled = beside.disabled = choice === undefined;
    if (!choice) {
      const none = option("", "–");
      if (chapter.value !== "") chapter.prepend(none);
      chapter.value = "";
      scenario.replaceChildren(option("", "–"));
      beside.replaceChildren(option("", "nothing"));
      return;
    }
    chapter.querySelector('option[value=""]')?.remove();
    chapter.value = choice.chapter;
    const of = index.find(({ chapter }) => chapter === choice.chapter);
    const scenarios = of?.scenarios ?? [];
    scenario.replaceChildren(...scenarios.map(({ name }) => option(name, name)));
    scenario.value = choice.scenario;
    const others = chaptersWith(index, choice.scenario).filter((each) => each !== choice.chapter);
    beside.replaceChildren(
      option("", "nothing"),
      ...others.map((each) => option(each, spoken(each))),
    );
    beside.value = choice.with ?? "";
  }

  const read = (): Choice => {
    const { scenarios = [] } = index.find((each) => each.chapter === chapter.value) ?? {};
    const wanted = scenarios.find(({ name }) => name === scenario.value) ?? scenarios[0];
    const choice = { chapter: chapter.value, scenario: wanted?.name ?? "" };
    const canBeside = chaptersWith(index, choice.scenario).includes(beside.value);
    const isOther = beside.value !== "" && beside.value !== choice.chapter;
    return canBeside && isOther ? { ...choice, with: beside.value } : choice;
  };
  for (const field of [chapter, scenario, beside]) {
    field.addEventListener("change", () => chosen(read()));
  }
  return { root, show };
}

function option(value: string, text: string): HTMLOptionElement {
  return element("option", { value }, text);
}
