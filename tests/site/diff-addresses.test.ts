import { expect, it } from "vitest";
import type { Chapter } from "../../shared/course/chapters.ts";
import { pairAddress, shiftedPair } from "../../walkthrough/site/diff/addresses.ts";
import type { DiffData } from "../../walkthrough/site/diff/diff-data.ts";
import { one, three, two } from "../diff/course.ts";

const data: DiffData = {
  ...{ looks: [], lines: [], texts: [], folders: {}, events: 0 },
  chapters: [one, two, three],
};

it("gives a step of the ladder a page, and every other pair an address", () => {
  expect(pairAddress(data, one, two)).toBe("diff/01-hello..02-tools/");
  expect(pairAddress(data, two, one)).toBe("diff/?from=02-tools&to=01-hello");
  expect(pairAddress(data, one, three)).toBe("diff/?from=01-hello&to=03-names");
  expect(pairAddress(data, two, two)).toBe("diff/?from=02-tools&to=02-tools");
});

it("goes up and down the ladder with both chapters, as far as there are some", () => {
  const folders = (pair: [Chapter, Chapter], by: 1 | -1) =>
    shiftedPair(data, pair, by)?.map(({ folder }) => folder);
  expect(folders([one, two], 1)).toEqual(["02-tools", "03-names"]);
  expect(folders([three, two], -1)).toEqual(["02-tools", "01-hello"]);
  expect(folders([one, two], -1)).toBeUndefined();
  expect(folders([one, three], 1)).toBeUndefined();
});
