import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChapterDiff } from "../../shared/course/diff/chapter-diff.ts";
import { deep } from "../support/deep.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { hasBrowser } from "./browser.ts";
import { type DiffSite, openDiffSite } from "./diff-browser.ts";
import { readDiffPage, type ShownDiff } from "./read-diff-page.ts";

const step = "diff/02-tools..03-events/";
let site: DiffSite;

beforeAll(async () => {
  if (hasBrowser) site = await openDiffSite();
}, 300_000);

afterAll(() => site?.close());

describe.skipIf(!hasBrowser)("a page about two chapters says what the command says", () => {
  it("for a step of the ladder, with scripts off as well", async () => {
    const page = await site.open(step, { scripts: false });
    expect(await readDiffPage(page)).toEqual(await commandSays("02", "03"));
    expect(await page.locator("select[name=scenario]").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Show" }).isVisible()).toBe(true);
  });

  it.each([
    ["02-tools", "06-streaming"],
    ["06-streaming", "03-events"],
    ["01-bare-loop", "14-approvals"],
    ["04-reducer", "04-reducer"],
  ])("for any two: %s and %s", async (from, to) => {
    const page = await site.open(`diff/?from=${from}&to=${to}`);
    expect(await readDiffPage(page)).toEqual(await commandSays(from, to));
  });
});

describe.skipIf(!hasBrowser)("the same turn in both chapters", () => {
  it("marks the events that one of them has, and says so", async () => {
    const page = await site.open(step);
    const marked = await page.locator(".traces tbody tr:not(.same)").allInnerTexts();
    // how the output falls into pieces is a matter of time
    const progress = expect.stringMatching(/^\+\s+only in 03-events\s+┆\s+tool\.progress/);
    expect(marked).toEqual([progress, ...marked.slice(1).map(() => progress)]);
    const events = marked.length === 1 ? "1 event" : `${marked.length} events`;
    expect(await page.locator(".traces caption").textContent()).toBe(
      `+ ${events} only in 03-events`,
    );
  });

  it("shows the signs, and leaves the words beside them to be heard", async () => {
    for (const width of [380, 1440]) {
      const page = await site.open(step, { width });
      const sizes = await page.locator(".traces .sign").evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const words = [...cell.children].map((child) => child.getBoundingClientRect());
          return [cell.scrollWidth - cell.clientWidth, ...words.map((word) => word.width)];
        }),
      );
      expect(sizes.length).toBeGreaterThan(3);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  it("has the rows of the command, in every scenario that one chooses", async () => {
    const page = await site.open(step);
    await page.getByLabel("Scenario").selectOption("chain");
    await page.locator(".user", { hasText: "Play both" }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\?scenario=chain$/);
    const { stdout } = await runOneTurnAgain([
      "diff",
      "02",
      "03",
      "--trace",
      "--scenario",
      "chain",
      "--json",
    ]);
    const { rows } = JSON.parse(stdout);
    const shown = page.locator(".traces tbody tr");
    expect(await shown.evaluateAll((all) => all.map((row) => row.className))).toEqual(
      rows.map(({ kind }: { kind: string }) => kind),
    );
    await page.reload();
    await expect.poll(() => page.getByLabel("Scenario").inputValue()).toBe("chain");
    expect(await shown.count()).toBe(rows.length);
  });
});

describe.skipIf(!hasBrowser)("a turn that can't be loaded", () => {
  it("is told in its place, and the difference stays", async () => {
    const page = await site.open(step);
    const files = await page.locator("section.file").count();
    await page.route("**/chain.json", (route) => route.fulfill({ body: "<html>" }));
    await page.getByLabel("Scenario").selectOption("chain");
    expect(await page.locator("#traces").getByRole("alert").textContent()).toBe(
      "data/recordings/02-tools/chain.json can't be loaded: what came is no JSON.",
    );
    expect(await page.locator("section.file").count()).toBe(files);
  });
});

describe.skipIf(!hasBrowser)("the address says which chapters are compared", () => {
  it("changes with the choosers, and back again", async () => {
    const page = await site.open(step);
    await page.getByLabel("with").selectOption("06-streaming");
    await page.waitForURL(/\/diff\/\?from=02-tools&to=06-streaming$/);
    await page.getByRole("heading", { name: "02-tools → 06-streaming" }).waitFor();
    expect(await page.title()).toBe("02-tools → 06-streaming · One Turn");
    await page.getByLabel("Compare").selectOption("07-sessions");
    await page.getByRole("heading", { name: "07-sessions → 06-streaming" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "02-tools → 06-streaming" }).waitFor();
    expect(await page.getByLabel("Compare").inputValue()).toBe("02-tools");
  });

  it("may name them as the command does, and the choosers say which they are", async () => {
    const page = await site.open("diff/?from=03&to=events");
    await page.getByRole("heading", { name: "03-events → 03-events" }).waitFor();
    expect(await page.getByLabel("Compare").inputValue()).toBe("03-events");
    expect(await page.getByLabel("with").inputValue()).toBe("03-events");
  });

  it("may lack a side or have an odd end, and the page of all steps comes back", async () => {
    const page = await site.open("diff/");
    const entry = await page.locator("#pair").innerHTML();
    await page.getByLabel("with").selectOption("03-events");
    await page.getByRole("heading", { name: "02-tools → 03-events" }).waitFor();
    await page.goBack();
    await expect.poll(() => page.locator("#pair").innerHTML()).toBe(entry);
    expect(await page.getByLabel("with").inputValue()).toBe("06-streaming");
    const odd = await site.open("diff/?from=03-events#%");
    await odd.getByRole("heading", { name: "03-events → 06-streaming" }).waitFor();
  });

  it("leads to the neighbours and the other way round", async () => {
    const page = await site.open(step);
    const links = page.getByRole("navigation", { name: "Other pairs" }).getByRole("link");
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute("href")),
    );
    expect(addresses).toEqual([
      "../../diff/01-bare-loop..02-tools/",
      "../../diff/?from=03-events&to=02-tools",
      "../../diff/03-events..04-reducer/",
    ]);
  });

  it("names a file, which is where one lands", async () => {
    for (const path of [step, "diff/?from=02-tools&to=06-streaming"]) {
      const page = await site.open(`${path}#session.ts`);
      const heading = page.getByRole("heading", { name: "session.ts", exact: false }).first();
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(300);
      expect((await heading.boundingBox())?.y).toBeGreaterThan(50);
    }
  });

  it("of no chapter is told, and what it says is no HTML", async () => {
    const page = await site.open("diff/?from=<img src=x onerror=alert(1)>&to=03-events");
    expect(await page.getByRole("alert").textContent()).toMatch(
      /^No chapter "<img src=x onerror=alert\(1\)>"\. Use one of: 01-bare-loop, /,
    );
  });
});

describe.skipIf(!hasBrowser)("how it looks", () => {
  it("has one column on narrow screens and two on wide ones", async () => {
    const columns = async (width: number) => {
      const page = await site.open(step, { width });
      const line = async (name: string) =>
        (await page.locator(`.two ${name}`).first().boundingBox())?.x;
      return {
        twins: await page.locator(".twin").first().isVisible(),
        apart: (await line("del.line")) !== (await line("ins.line")),
      };
    };
    expect(await columns(380)).toEqual({ twins: false, apart: false });
    expect(await columns(1440)).toEqual({ twins: true, apart: true });
  });

  it("copies lines as they are: without signs, numbers, or a second column", async () => {
    for (const width of [380, 1440]) {
      const page = await site.open(step, { width });
      const lines = `document.getElementById("tools/tool.ts").querySelector(".lines")`;
      await page.evaluate(`getSelection().selectAllChildren(${lines})`);
      const copied = await page.evaluate<string>("String(getSelection())");
      const { files } = await diffOf("02", "03");
      const [hunk] = files.find(({ path }) => path === "tools/tool.ts")?.hunks ?? [];
      expect(copied.split("\n")).toEqual(hunk?.lines.map(({ text }) => text));
    }
  });

  it("opens a long file that is given on demand", async () => {
    const page = await site.open("diff/01-bare-loop..02-tools/");
    const file = page.locator(".file", { has: page.locator(".whole") }).first();
    const whole = file.locator(".whole .lines");
    expect([await file.locator(".outline").isVisible(), await whole.isVisible()]).toEqual([
      true,
      false,
    ]);
    await file.getByText(/^All \d+ lines$/).click();
    expect([await file.locator(".outline").isVisible(), await whole.isVisible()]).toEqual([
      false,
      true,
    ]);
  });

  const looks = [
    [380, "dark"],
    [1440, "light"],
    [380, "light"],
    [1440, "dark"],
  ] as const;
  it.each(deep ? looks : looks.slice(0, 2))(
    "is fit to be read, at %i pixels in %s",
    { timeout: 120_000 },
    async (width, theme) => {
      const paths = deep ? ["diff/", step, "diff/?from=03-events&to=02-tools"] : [step];
      for (const path of paths) {
        const page = await site.open(path, { width, theme });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await violations(page)).toEqual([]);
      }
    },
  );
});

async function diffOf(from: string, to: string): Promise<ChapterDiff> {
  const { stdout } = await runOneTurnAgain(["diff", from, to, "--json"]);
  return JSON.parse(stdout);
}

async function commandSays(from: string, to: string): Promise<ShownDiff> {
  const diff = await diffOf(from, to);
  const signs = { same: " ", added: "+", removed: "-" };
  return {
    title: `${diff.from.folder} → ${diff.to.folder}`,
    layers: diff.layers.map(({ layer }) => layer),
    events: diff.layers.flatMap(({ newEvents }) => newEvents),
    slice: diff.events.flatMap(({ lines }) => lines),
    lines: counts(diff),
    files: diff.files.map((file) => ({
      path: file.path,
      status: file.status,
      ...{ added: String(file.added), removed: String(file.removed) },
      whys: file.whys.map(({ why }) => why),
      hunks: file.hunks.map(({ oldStart, oldLines, newStart, newLines, heading, lines }) => ({
        ...(file.status === "changed" && {
          place: `-${oldStart},${oldLines} +${newStart},${newLines}`,
        }),
        ...(heading !== undefined && { heading }),
        lines: lines.map(({ kind, text, marks = [] }) => {
          return `${signs[kind]}${text}${marks.map(([start, end]) => ` [${text.slice(start, end)}]`)}`;
        }),
      })),
    })),
    unchanged: diff.unchanged,
  };
}

function counts({ added, removed }: ChapterDiff): string {
  const parts = [...(added ? [`+${added}`] : []), ...(removed ? [`−${removed}`] : [])];
  return parts.join(" ") || "none";
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // further files are made of the same parts
  const parts = { include: ["main"], exclude: [".file ~ .file ~ .file ~ .file ~ .file"] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(parts)})`);
  return violations.map(({ id, nodes }) => {
    return `${id}: ${nodes.map(({ target }) => target).slice(0, 3)}`;
  });
}
