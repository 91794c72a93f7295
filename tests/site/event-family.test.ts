import pc from "picocolors";
import { expect, it } from "vitest";
import { chapters } from "../../shared/course/chapters.ts";
import { familyOf as inTerminal } from "../../shared/trace/event-family.ts";
import { familyOf } from "../../walkthrough/site/event-family.ts";

const colors = pc.createColors(true);

it("has the glyphs of the terminal, and one family for each colour of it", () => {
  const families = new Map<unknown, Set<string>>();
  for (const type of chapters.flatMap(({ newEvents }) => newEvents)) {
    const { glyph, color } = inTerminal(type, colors);
    const { family, glyph: own } = familyOf(type);
    expect([type, own]).toEqual([type, glyph]);
    families.set(color, (families.get(color) ?? new Set()).add(family));
  }
  // the terminal has no violet: what is thought is grey there
  expect([...families.values()].map((each) => [...each].sort())).toEqual([
    ["reasoning", "turn"],
    ["user"],
    ["assistant"],
    ["failure"],
    ["tool"],
  ]);
});
