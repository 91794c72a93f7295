import assert from "node:assert/strict";
import { test } from "node:test";
import { count } from "./count.mjs";

test("counts lines, words and characters", () => {
  assert.deepEqual(count("one two\nthree\n"), { lines: 2, words: 3, characters: 14 });
});

test("two spaces stand between two words, not around a third", () => {
  assert.equal(count("one  two\n").words, 2);
});
