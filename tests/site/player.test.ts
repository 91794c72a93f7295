import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as streaming from "../../chapters/06-streaming/state/reduce-session-event.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { describeChanges } from "../../walkthrough/site/client/player/describe-changes.ts";
import { plainState } from "../../walkthrough/site/client/player/plain-state.ts";
import { wireRows } from "../../walkthrough/site/client/player/wire-rows.ts";
import { deep } from "../support/deep.ts";
import { hasBrowser } from "./browser.ts";
import { turnWithCall } from "./player-events.ts";
import { type OpenPage, openPlayerSite, type PlayerSite } from "./player-site.ts";

let site: PlayerSite;
let opened: OpenPage | undefined;

beforeAll(async () => {
  if (hasBrowser) site = await openPlayerSite();
}, 300_000);

afterAll(() => site?.close());

afterEach(async () => {
  const last = opened;
  opened = undefined;
  await last?.page.context().close();
  expect(last?.troubles).toEqual([]);
});

async function open(...args: Parameters<PlayerSite["open"]>): Promise<Page> {
  opened = await site.open(...args);
  return opened.page;
}

const runCommand = "?chapter=06-streaming&scenario=run-command";

describe.runIf(hasBrowser)("a recording", { timeout: 120_000 }, () => {
  it("is stepped through from its first event to its last, and back", async () => {
    const page = await open(runCommand);
    const { steps, wire, screens } = site.recording("06-streaming", "run-command");
    let state: typeof streaming.emptyState = streaming.emptyState;
    const expected = steps.map(({ event, code, screen, ...step }, index) => {
      const before = plainState(state);
      state = streaming.reduceSessionEvent(state, event);
      const changes = describeChanges(before, plainState(state));
      const arrived = wire.slice(steps[index - 1]?.wire ?? 0, step.wire);
      return {
        type: event.type,
        count: `${index + 1} / ${steps.length}`,
        code: `${code?.file}, line ${code?.line}`,
        lit: String(code?.line),
        changes: changes.length > 0 ? changes.slice(0, 4).map(({ words }) => words) : [same],
        wire: wireRows(arrived).map(({ label }) => label),
        screen: screens[screen]?.rows.map((row) => row.map(({ text }) => text).join("")).join("\n"),
      };
    });
    const forwards = [await shown(page)];
    for (let step = 1; step < steps.length; step++) forwards.push(await press(page, "ArrowRight"));
    expect(forwards).toEqual(expected);
    const backwards = [await shown(page)];
    for (let step = 1; step < steps.length; step++) backwards.push(await press(page, "ArrowLeft"));
    expect(backwards).toEqual(expected.toReversed());
  });

  it("stands at its first and its last event, and goes no further", async () => {
    const page = await open(`${runCommand}&event=2`);
    const { length } = site.recording("06-streaming", "run-command").steps;
    await page.keyboard.press("Home");
    expect((await press(page, "ArrowLeft")).count).toBe(`1 / ${length}`);
    await page.keyboard.press("End");
    expect((await press(page, "ArrowRight")).count).toBe(`${length} / ${length}`);
  });

  it("has an address at every event, and is there again after a reload", async () => {
    const page = await open(runCommand);
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await page.waitForURL(/&event=4$/);
    const before = await shown(page);
    await page.reload();
    await page.waitForSelector(".stage:not([hidden])");
    expect(await shown(page)).toEqual(before);
    await page.keyboard.press("4");
    await page.waitForURL(/&event=4&pane=screen$/);
    await page.reload();
    await page.waitForSelector(".stage:not([hidden])");
    expect(await panesInSight(page)).toEqual(["screen"]);
  });

  it("gives way to another, and comes back with the browser's own button", async () => {
    const page = await open(`${runCommand}&event=3`);
    await page.getByLabel("Chapter").selectOption("02-tools");
    await page.waitForURL(/\?chapter=02-tools&scenario=run-command&event=1$/);
    await page.getByLabel("Scenario").selectOption("read-file");
    await page.waitForURL(/\?chapter=02-tools&scenario=read-file&event=1$/);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/\?chapter=06-streaming&scenario=run-command&event=3$/);
    await expect.poll(async () => (await shown(page)).count).toMatch(/^3 /);
  });

  it("is chosen near what an address asks for in vain, which is said", async () => {
    const page = await open("?chapter=99-end&scenario=run-command&event=9999");
    expect(await page.locator(".notices").textContent()).toBe(
      "There is no recording of a chapter 99-end.",
    );
    const { steps } = site.recording("02-tools", "run-command");
    expect(await page.locator(".count").textContent()).toBe(`${steps.length} / ${steps.length}`);
  });
});

describe.runIf(hasBrowser)("what a reader looks for", { timeout: 120_000 }, () => {
  it("is said under the fields, with the pages that tell of it", async () => {
    const page = await open("?chapter=03-events&scenario=run-command");
    const about = page.locator(".about");
    expect(await about.textContent()).toContain("Run the two-line command.");
    expect(await page.evaluate(addresses)).toEqual(["/03-events/", "/diff/02-tools..03-events/"]);
    await page.getByLabel("Beside it").selectOption("06-streaming");
    await page.locator(".timeline.two").waitFor();
    expect(await page.evaluate(addresses)).toEqual([
      "/03-events/",
      "/06-streaming/",
      "/diff/?from=03-events&to=06-streaming",
    ]);
  });

  it("is in sight: the prompt of the screen, and what the event came from", async () => {
    const page = await open(`${runCommand}&event=5`);
    const { steps } = site.recording("06-streaming", "run-command");
    let causes = 0;
    for (let event = 5; event <= steps.length; event++) {
      causes += await page.locator(".cause > summary").count();
      expect(await outOfPane(page, ".window .rows:last-child"), `screen ${event}`).toEqual([]);
      expect(await outOfPane(page, ".cause > summary"), `wire ${event}`).toEqual([]);
      await page.keyboard.press("ArrowRight");
    }
    expect(causes).toBeGreaterThan(0);
  });

  it("is an answer, of which the output comes first, and the request is folded", async () => {
    const page = await open("?chapter=03-events&scenario=run-command&event=7");
    const wire = page.locator(".pane[data-pane=wire]");
    expect(await wire.locator(".out").getAttribute("open")).toBeNull();
    const names = await wire.locator(".cause > .inside > .tree > .part").allTextContents();
    expect(names[0]).toBe('status "completed"');
    expect(names[1]).toContain("It printed two lines");
    expect(names.at(-1)).toMatch(/^… \d+ more fields$/);
  });

  it("is the whole line of code, however long", async () => {
    const page = await open("?chapter=03-events&scenario=run-command&event=7");
    const half = 'document.querySelector(".pane[data-pane=code] .half")';
    expect(await page.evaluate(`${half}.scrollWidth - ${half}.clientWidth`)).toBe(0);
  });

  it("is found from the list of changes", async () => {
    const page = await open("?chapter=06-streaming&scenario=run-command&event=3");
    const last = page.locator(".changes button").last();
    const path = (await last.textContent()) ?? "";
    await last.press("Enter");
    const focused = 'document.activeElement.closest(".pane [data-part]").dataset.part';
    expect(await page.evaluate(focused)).toBe(path);
    expect(await outOfPane(page, `[data-part="${path}"]`)).toEqual([]);
  });

  it("is what a chapter before its time does not say itself", async () => {
    const page = await open("?chapter=02-tools&scenario=run-command&event=3");
    expect(await page.locator(".file").textContent()).toMatch(/, seen from outside on the way in$/);
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".file").textContent()).toMatch(/on the way back$/);
    const state = page.locator(".pane[data-pane=state]");
    expect(await state.textContent()).toContain("This chapter keeps no state");
  });
});

describe.runIf(hasBrowser)("the keyboard alone", () => {
  it("reaches everything, and the focus is seen", async () => {
    const page = await open(runCommand);
    const reached: string[] = [];
    while (!reached.includes('- group "screen, content"') && reached.length < 80) {
      await page.keyboard.press("Tab");
      const focus = page.locator(":focus");
      expect(await page.evaluate(outline)).not.toBe("none");
      const [name] = /^- \w+(?: "[^"]*")?/.exec(await focus.ariaSnapshot()) ?? [""];
      reached.push(name);
    }
    expect(reached).toEqual(
      expect.arrayContaining([
        ...['- combobox "Chapter"', '- combobox "Scenario"', '- combobox "Beside it"'],
        ...['- button "Your own session…"', '- listbox "Events"', '- button "Play"'],
        ...['- button "One event on"', '- slider "Event"', '- button "Keys"'],
        ...['- button "Wire alone, key 1"', '- group "wire, content"'],
        ...['- button "Screen alone, key 4"', '- group "screen, content"'],
      ]),
    );
  });

  it("enlarges a pane, and puts it back", async () => {
    const page = await open(runCommand);
    const all = ["wire", "code", "state", "screen"];
    for (const [index, name] of all.entries()) {
      await page.keyboard.press(String(index + 1));
      expect(await panesInSight(page)).toEqual([name]);
    }
    await page.keyboard.press("4");
    expect(await panesInSight(page)).toEqual(all);
  });

  it("plays and stops", async () => {
    const page = await open(runCommand);
    await page.keyboard.press(" ");
    await page.locator(".count", { hasText: /^3 / }).waitFor();
    await page.keyboard.press(" ");
    expect(await page.getByRole("button", { name: "Play", exact: true }).count()).toBe(1);
  });

  it("shows the keys, and leaves them with Escape", async () => {
    const page = await open(runCommand);
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog", { name: "Keys" }).textContent()).toContain(
      "plays, and stops",
    );
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("is told of each event", async () => {
    const page = await open(runCommand);
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("[aria-live=polite]").textContent()).toBe(
      '2: user.message "Run the two-line command."',
    );
    const selected = await page.locator(".chip[aria-selected=true]").textContent();
    expect(selected).toContain("user.message");
    expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toContain("user.message");
  });

  it("opens a part of a tree, which stays open from step to step", async () => {
    const page = await open("?chapter=06-streaming&scenario=run-command&event=2");
    const part = page.locator('.pane[data-pane=state] [data-path="transcript[0]"]');
    await page.keyboard.press("ArrowRight");
    await part.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    const path = '[data-path="transcript[0]"]';
    await page.locator(`.pane[data-pane=state] details[open] > ${path}:focus`).waitFor();
  });
});

describe.runIf(hasBrowser)("two chapters on one scenario", () => {
  const both = "?chapter=03-events&scenario=read-file&with=06-streaming";

  it("stand side by side, and step together", async () => {
    const page = await open(both);
    const left = site.recording("03-events", "read-file").steps.map(({ event }) => event.type);
    const right = site.recording("06-streaming", "read-file").steps.map(({ event }) => event.type);
    const seen: string[][] = [[], []];
    const count = Number(await page.getByRole("slider").getAttribute("max"));
    for (let step = 0; step < count; step++) {
      if (step > 0) await page.keyboard.press("ArrowRight");
      for (const side of [0, 1]) {
        const name = page.locator(".event-now").nth(side).locator(".event .name");
        if ((await name.count()) > 0) seen[side]?.push((await name.textContent()) ?? "");
      }
    }
    expect(seen).toEqual([left, right]);
  });

  it("mark what only one of them has, where the other waits", async () => {
    const page = await open(both);
    const marked = await page.locator(".chip.right").allTextContents();
    expect(marked.map((text) => text.replace(/\s+/g, " "))).toEqual([
      expect.stringContaining("assistant.delta"),
    ]);
    await page.locator(".chip.right").click();
    // what was there of the turn before the first piece
    const at = site
      .recording("06-streaming", "read-file")
      .steps.findIndex(({ event }) => event.type === "assistant.delta");
    const whose = page.locator(".pane[data-pane=state] .whose");
    const waiting = [`03-events is still at event ${at}`, "06-streaming"];
    expect(await whose.allTextContents()).toEqual(waiting);
    expect(await page.locator(".event-now.absent").textContent()).toContain("Not in 03-events.");
    await page.waitForURL((url) =>
      url.search.endsWith(`event=${at}&with=06-streaming&with-event=${at + 1}`),
    );
    await page.reload();
    await page.waitForSelector(".stage:not([hidden])");
    expect(await whose.allTextContents()).toEqual(waiting);
  });
});

describe.runIf(hasBrowser)("a reader's own session", () => {
  const evil = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>";
  const hostile = turnWithCall.map((event) => {
    const strings = Object.entries(event).map(([name, value]) =>
      ["text", "args", "output", "name", "callId"].includes(name)
        ? [name, `${evil}[x](javascript:alert(1))`]
        : [name, value],
    );
    return Object.fromEntries(strings) as SessionEvent;
  });

  it("is dropped on the page, and what is in it is text", async () => {
    const page = await open(runCommand);
    await drop(page, [file("<img src=x onerror=alert(1)>.jsonl", [...hostile, odd()])]);
    await page.locator(".count", { hasText: "1 / 9" }).waitFor();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("ArrowRight");
      await page.locator(".event-now summary").click();
      const made = ":is(script, img, iframe, object, a, [onerror])";
      expect(await page.locator(`#player ${made}`).count()).toBe(0);
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".pane[data-pane=screen]").textContent()).toContain(evil);
    expect(await page.locator(".pane[data-pane=state]").textContent()).toContain(
      "javascript:alert(1)",
    );
    expect(await page.evaluate("window.hacked")).toBeUndefined();
  });

  it("says in one line of each pane what a log does not hold", async () => {
    const page = await open(runCommand);
    await choose(page, [file("a.jsonl", turnWithCall)]);
    expect(await page.locator(".pane[data-pane=wire] .half").textContent()).toBe(
      "A session's log does not hold what went over the wire.",
    );
    expect(await page.locator(".pane[data-pane=code] .half").textContent()).toBe(
      "A session's log does not say which line emitted an event.",
    );
    await page.keyboard.press("End");
    expect(await page.locator(".pane[data-pane=screen] .half").textContent()).toContain(
      "you> Run it.",
    );
  });

  it("of which there are two shows the first difference, and both stand at it", async () => {
    const page = await open(runCommand);
    const changed = turnWithCall.map((event) =>
      event.type === "tool.finished" ? { ...event, output: "three\n" } : event,
    );
    await choose(page, [file("a.jsonl", turnWithCall), file("b.jsonl", changed)]);
    expect(await page.locator(".notices").textContent()).toBe("The first difference is at 6 of 8.");
    const marks = page.locator(".event-now .mark");
    expect(await marks.allTextContents()).toEqual(["≠ output", "≠ output"]);
    const selected = page.locator(".chip[aria-selected=true]");
    expect(await selected.getAttribute("class")).toContain("differs");
    expect(await page.locator(".pane[data-pane=state] .half").allTextContents()).toEqual([
      expect.stringContaining("two"),
      expect.stringContaining("finished"),
    ]);
    await page.waitForURL(/\?file=a.jsonl&file=b.jsonl&event=6$/);
  });

  it("is asked for again after a reload, and opens where it was left", async () => {
    const page = await open(runCommand);
    await choose(page, [file("a.jsonl", turnWithCall)]);
    await page.keyboard.press("End");
    await page.waitForURL(/\?file=a.jsonl&event=8$/);
    await page.reload();
    await page.waitForSelector(".notice");
    expect(await page.locator(".notices").textContent()).toContain("a.jsonl is kept nowhere.");
    await choose(page, [file("a.jsonl", turnWithCall)]);
    expect(await page.locator(".count").textContent()).toBe("8 / 8");
  });

  it("stays when one skips to the text, and is there again when one comes back", async () => {
    const page = await open(runCommand);
    await choose(page, [file("a.jsonl", turnWithCall)]);
    await page.keyboard.press("End");
    await page.waitForURL(/\?file=a.jsonl&event=8$/);
    await page.locator(".skip").press("Enter");
    await page.waitForURL(/#text$/);
    await page.getByLabel("Chapter").selectOption("02-tools");
    await page.waitForURL(/\?chapter=02-tools&/);
    await page.goBack();
    await expect.poll(() => page.locator(".count").textContent()).toBe("8 / 8");
    expect(await page.locator(".notices").textContent()).toBe("");
  });

  it("may hold very long texts: the screen shows the end of them, and says so", async () => {
    const page = await open(runCommand);
    const long = ["line\n".repeat(200_000), `${"x".repeat(1_000_000)}end`];
    const events = long.map((text, index) => ({ type: "user.message", sequence: index + 1, text }));
    await choose(page, [file("long.jsonl", events as SessionEvent[])]);
    const lines = async () =>
      (await page.locator(".pane[data-pane=screen] pre").textContent())?.split("\n") ?? [];
    await expect.poll(async () => (await lines()).length).toBe(200);
    await page.keyboard.press("End");
    await expect.poll(async () => (await lines())[0]).toBe("… (what came before is left out)");
    const [, end] = await lines();
    expect(end).toMatch(/^x{19000,20000}end$/);
  });

  it("that is none is refused in one line, and what was there stays", async () => {
    const page = await open(`${runCommand}&event=4`);
    await choose(page, [{ name: "notes.txt", text: "# Notes\n" }]);
    expect(await page.locator(".notices").textContent()).toMatch(
      /^✗? ?notes\.txt, line 1: this is no event/,
    );
    expect(await page.locator(".count").textContent()).toMatch(/^4 /);
  });

  it("with a torn last line is opened without it, which is said", async () => {
    const page = await open(runCommand);
    const { name, text } = file("a.jsonl", turnWithCall);
    await choose(page, [{ name, text: text.slice(0, -9) }]);
    expect(await page.locator(".notices").textContent()).toBe(
      "a.jsonl: the last line was cut off and is left out.",
    );
    expect(await page.locator(".count").textContent()).toBe("1 / 7");
  });

  it.runIf(deep)("may be long: the page draws a part of it", async () => {
    const page = await open(runCommand);
    const turns = Array.from({ length: 1000 }, () => turnWithCall).flat();
    await choose(page, [file("long.jsonl", turns)]);
    await page.keyboard.press("End");
    expect(await page.locator(".count").textContent()).toBe("8000 / 8000");
    const drawn = await page.locator("#player *").count();
    expect(drawn).toBeLessThan(2500);
    await page.keyboard.press("Home");
    expect(await page.locator(".chip[aria-selected=true]").textContent()).toContain("turn.started");
  });
});

describe.runIf(hasBrowser)("a phone", () => {
  const phone = { viewport: { width: 380, height: 800 } };

  it.each([runCommand, "?chapter=03-events&scenario=run-command&with=06-streaming"])(
    "shows one pane at a time, and nothing stands out to the side: %s",
    async (query) => {
      const page = await open(query, phone);
      for (const name of ["Wire", "Code", "Screen", "State"]) {
        await page.locator(".tabs").getByRole("button", { name }).click();
        expect(await panesInSight(page)).toEqual([name.toLowerCase()]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(380);
      }
    },
  );
});

it.runIf(hasBrowser).each([
  ["light", 1440],
  ["dark", 380],
] as const)(
  "is without barriers by %s at %i px",
  { timeout: 120_000 },
  async (colorScheme, width) => {
    const page = await open(`${runCommand}&event=3`, {
      colorScheme,
      viewport: { width, height: 900 },
    });
    expect(await opened?.barriers()).toEqual([]);
    if (!deep) return;
    await page.getByLabel("Beside it").selectOption("03-events");
    await page.locator(".timeline.two").waitFor();
    expect(await opened?.barriers()).toEqual([]);
    await choose(page, [file("a.jsonl", turnWithCall), file("b.jsonl", turnWithCall.slice(1))]);
    expect(await opened?.barriers()).toEqual([]);
  },
);

it.runIf(hasBrowser)("moves nothing where less motion is asked for", async () => {
  const page = await open(`${runCommand}&event=3`, { reducedMotion: "reduce" });
  expect(await page.locator(".changed").count()).toBeGreaterThan(0);
  expect(await page.evaluate("document.getAnimations().length")).toBe(0);
});

it.runIf(hasBrowser)("says what it would show where scripts are off", async () => {
  const page = await open(runCommand, { javaScriptEnabled: false });
  const text = await page.locator("main").textContent();
  for (const word of ["Wire", "Code", "State", "Screen", "npx one-turn trace"]) {
    expect(text).toContain(word);
  }
});

const outline = "getComputedStyle(document.activeElement).outlineStyle";
const same = "The state is the same as before.";

async function press(page: Page, key: string) {
  await page.keyboard.press(key);
  return shown(page);
}

type Shown = {
  type: string;
  count: string;
  code: string;
  lit: string;
  changes: string[];
  wire: string[];
  screen: string;
};

/** In one question to the page: it is asked at every event. */
function shown(page: Page): Promise<Shown> {
  return page.evaluate<Shown>(`(() => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
    const words = texts(".pane[data-pane=state] .changes li");
    return {
      type: texts(".event-now .event .name").join(),
      count: texts(".count").join(),
      code: texts(".file").join(),
      lit: texts(".lit .number").join(),
      changes: words.length > 0 ? words : texts(".pane[data-pane=state] .changes"),
      wire: texts(".wire .label"),
      screen: texts(".window pre").join(),
    };
  })()`);
}

const addresses = `[...document.querySelectorAll(".about a")].map(({ href }) => {
  return href.replace(location.origin, "");
})`;

/** Which of the elements do not begin, or do not end, within the pane that they are in. */
function outOfPane(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
    const [pane, place] = [one.closest(".half"), one].map((each) => each.getBoundingClientRect());
    return place.top < pane.top - 1 || place.bottom > pane.bottom + 1;
  }).map((one) => one.textContent)`);
}

async function panesInSight(page: Page): Promise<string[]> {
  const names = ["wire", "code", "state", "screen"];
  const inSight = names.map((name) => page.locator(`.pane[data-pane=${name}]`).isVisible());
  const seen = await Promise.all(inSight);
  return names.filter((_, index) => seen[index]);
}

type TextFile = { name: string; text: string };

function file(name: string, events: unknown[]): TextFile {
  return { name, text: events.map((event) => `${JSON.stringify(event)}\n`).join("") };
}

/** An event of a type that no chapter has. */
function odd(): unknown {
  return { type: "<script>window.hacked = 1</script>", sequence: 9 };
}

/** Waits until the page has answered: with the file, or with what is wrong. */
async function choose(page: Page, files: TextFile[]): Promise<void> {
  await page.setInputFiles(
    "input[type=file]",
    files.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })),
  );
  await page.locator(".notices", { hasNotText: /^Reading/ }).waitFor({ state: "attached" });
}

async function drop(page: Page, files: TextFile[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(files)}) transfer.items.add(new File([text], name));
    return transfer;
  })()`);
  await page.dispatchEvent("#player", "drop", { dataTransfer });
}
