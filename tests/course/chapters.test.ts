import { expect, it } from "vitest";
import { chapters, findChapter } from "../../shared/course/chapters.ts";
import { knownChapters } from "../support/known-chapters.ts";

it.each(["2", "02", "tools", "02-tools", " 02 "])("finds chapter 02 by %j", (text) => {
  expect(findChapter(text).folder).toBe("02-tools");
});

it.each(["99", "0", "", "tool", "-2", "2.0", "__proto__", "../02-tools"])(
  "does not know chapter %j, and lists those that there are",
  (text) => {
    expect(() => findChapter(text)).toThrow(
      new Error(`No chapter "${text}". Use one of: ${knownChapters}.`),
    );
  },
);

it("counts the chapters without a gap, and introduces each event once", () => {
  expect(chapters.map(({ number }) => number)).toEqual(chapters.map((_, place) => place + 1));
  expect(chapters.map(({ folder }) => folder)).toEqual(
    chapters.map(({ number, name }) => `${String(number).padStart(2, "0")}-${name}`),
  );
  const events = chapters.flatMap(({ newEvents }) => newEvents);
  expect(events).toEqual([...new Set(events)]);
});
