import { expect, it } from "vitest";
import type { Address } from "../../walkthrough/site/client/player/address.ts";
import { readAddress, writeAddress } from "../../walkthrough/site/client/player/address.ts";
import { findChoice } from "../../walkthrough/site/client/player/find-choice.ts";
import { placeOf } from "../../walkthrough/site/client/player/place-of.ts";
import type { RecordingIndex } from "../../walkthrough/site/recording/recording.ts";

const addresses: Address[] = [
  { chapter: "03-events", scenario: "run-command", event: 4, files: [] },
  { chapter: "03-events", scenario: "run-command", with: "06-streaming", withEvent: 7, files: [] },
  { chapter: "04-reducer", scenario: "chain", event: 2, pane: "state", files: [] },
  { files: ["a & b.jsonl", "ü?.jsonl"], event: 12 },
];

it.each(addresses)("reads the address that it wrote: %j", (address) => {
  expect(readAddress(writeAddress(address))).toEqual(address);
});

it("writes an address that a page can link to", () => {
  expect(writeAddress({ chapter: "03-events", scenario: "run-command", event: 4, files: [] })).toBe(
    "?chapter=03-events&scenario=run-command&event=4",
  );
});

it.each([
  "?event=0",
  "?event=-1",
  "?event=4x",
  "?event=1e3",
  "?pane=all",
  "?event=",
  "?with-event=ü",
])("leaves out what it can't read: %s", (search) => {
  expect(readAddress(search)).toEqual({ files: [] });
});

const index: RecordingIndex = [
  { chapter: "01-bare-loop", title: "01 bare-loop", scenarios: [scenario("greeting")] },
  {
    chapter: "03-events",
    title: "03 events",
    scenarios: [scenario("greeting"), scenario("run-command")],
  },
  { chapter: "06-streaming", title: "06 streaming", scenarios: [scenario("run-command")] },
];

it("begins with a turn that has everything", () => {
  expect(findChoice(index, { files: [] })).toEqual({
    choice: { chapter: "03-events", scenario: "run-command" },
    notices: [],
  });
});

it("plays something near what there is not, and says so", () => {
  expect(findChoice(index, { chapter: "99-end", scenario: "chain", files: [] })).toEqual({
    choice: { chapter: "01-bare-loop", scenario: "greeting" },
    notices: [
      "There is no recording of a chapter 99-end.",
      "01-bare-loop has no recording of chain.",
    ],
  });
});

it("says a name as text, and no more than its beginning", () => {
  const chapter = `\u0007${"9".repeat(300)}`;
  expect(findChoice(index, { chapter, files: [] }).notices).toEqual([
    `There is no recording of a chapter <U+0007>${"9".repeat(59)}….`,
  ]);
});

it("sets two chapters side by side only where both have the scenario", () => {
  const asked = { chapter: "03-events", files: [] };
  const both = findChoice(index, { ...asked, scenario: "run-command", with: "06-streaming" });
  expect(both.choice?.with).toBe("06-streaming");
  expect(findChoice(index, { ...asked, scenario: "greeting", with: "06-streaming" })).toEqual({
    choice: { chapter: "03-events", scenario: "greeting" },
    notices: ["There is no recording of greeting in 06-streaming to stand beside it."],
  });
});

it("asks for a reader's own file again", () => {
  expect(findChoice(index, { files: ["a.jsonl"], event: 3 })).toEqual({
    notices: ["a.jsonl is kept nowhere. Choose it again, and go on where you were."],
  });
});

it("finds the row of an event, on the left and on the right", () => {
  const rows = [
    { kind: "same", left: 0, right: 0 },
    { kind: "right", left: 0, right: 1 },
    { kind: "same", left: 1, right: 2 },
  ] as const;
  const place = (address: Partial<Address>) => placeOf([...rows], { files: [], ...address });
  expect(place({})).toBe(0);
  expect(place({ event: 2 })).toBe(2);
  expect(place({ event: 1, withEvent: 2 })).toBe(1);
  expect(place({ event: 99 })).toBe(2);
});

function scenario(name: string): RecordingIndex[number]["scenarios"][number] {
  return { name, user: "", events: [] };
}
