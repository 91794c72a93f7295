import { expect, it } from "vitest";
import { compareLines } from "../../shared/course/diff/compare-lines.ts";
import { markWords } from "../../shared/course/diff/mark-words.ts";
import { splitLines } from "../../shared/course/diff/split-lines.ts";

it("marks the words that are different in a line that became another", () => {
  expect(
    marked(
      "const response = await createResponse(request);\n",
      "const response = await createResponse(request, turn);\n",
    ),
  ).toEqual([
    "const response = await createResponse(request);",
    "const response = await createResponse(request[, turn]);",
  ]);
  expect(marked("return describe(error, 1);\n", "throw describe(error, 2);\n")).toEqual([
    "[return] describe(error, [1]);",
    "[throw] describe(error, [2]);",
  ]);
});

it("finds the line that is most alike, also among new ones, and keeps the order", () => {
  expect(
    marked(
      "open(place, flags);\nread(handle, buffer);\n",
      "check(place);\nopen(place, flags, mode);\nlog(place);\nread(handle, bytes);\n",
    ),
  ).toEqual([
    "open(place, flags);",
    "read(handle, [buffer]);",
    "check(place);",
    "open(place, flags[, mode]);",
    "log(place);",
    "read(handle, [bytes]);",
  ]);
});

it("marks nothing in lines that say different things, nor in indentation", () => {
  expect(marked("const agent = new Agent({\n", "for (const line of lines) {\n")).toEqual([
    "const agent = new Agent({",
    "for (const line of lines) {",
  ]);
  expect(marked("return output(text);\n", "    return output(text);\n")).toEqual([
    "return output(text);",
    "    return output(text);",
  ]);
});

it("joins marks that only a space parts", () => {
  expect(marked("run(command, one two);\n", "run(command, three four);\n")).toEqual([
    "run(command, [one two]);",
    "run(command, [three four]);",
  ]);
});

/** Marks as brackets. */
function marked(before: string, after: string): string[] {
  const lines = markWords(compareLines(splitLines(before), splitLines(after)));
  return lines.map(({ text, marks = [] }) =>
    marks.reduceRight(
      (shown, [start, end]) =>
        `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
      text,
    ),
  );
}
