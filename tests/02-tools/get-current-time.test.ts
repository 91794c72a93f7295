import { expect, it } from "vitest";
import { getCurrentTime } from "../../chapters/02-tools/tools/get-current-time.ts";

it("tells the time of the given clock, with its zone", async () => {
  const noon = new Date(Date.UTC(2024, 1, 29, 12, 0, 0, 7));
  expect(await getCurrentTime(() => noon).call({})).toEqual({
    output: "2024-02-29T12:00:00.007Z (UTC)",
  });
});

it("asks the machine when no clock is given", async () => {
  const before = Date.now();
  const { output } = await getCurrentTime().call({});
  const told = Date.parse(output.replace(" (UTC)", ""));
  expect(told >= before && told <= Date.now()).toBe(true);
});
