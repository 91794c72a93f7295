import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Recording } from "../../walkthrough/site/recording/recording.ts";
import { deep } from "../support/deep.ts";
import { hasBrowser, openBrowser } from "./browser.ts";
import { deadLinks, listPages } from "./read-site.ts";
import { openTestSite, type TestSite } from "./test-site.ts";

const wide = { width: 1440, height: 900 };
const narrowest = { width: 320, height: 640 };
const narrow = { width: 380, height: 780 };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
}, 300_000);

afterAll(() => site?.close());

it("has every page, and every page as markdown as it stands in the repository", () => {
  const pages = listPages(site.folder);
  const names = [
    "01-bare-loop",
    "07-sessions",
    "14-approvals",
    "one-turn",
    "vocabulary",
    "workshop",
  ];
  expect(pages).toEqual(expect.arrayContaining(["", ...names.map((name) => `${name}/`)]));
  const listed = readFileSync(join(site.folder, "llms.txt"), "utf8");
  for (const name of names) {
    const text = readFileSync(join(site.folder, `${name}.md`), "utf8");
    expect(text).toBe(readFileSync(join("walkthrough", `${name}.md`), "utf8"));
    expect(listed).toContain(`](${name}.md): `);
  }
});

it("has no link that leads nowhere", () => {
  expect(listPages(site.folder).flatMap((page) => deadLinks(site.folder, page))).toEqual([]);
});

it("leads to the file that a command compares, and to the exercise before its answer", () => {
  const html = readFileSync(join(site.folder, "02-tools", "index.html"), "utf8");
  const address = "../diff/01-bare-loop..02-tools/#agent.ts";
  expect(html).toContain(`<a href="${address}"><code>`);
  expect(html).toMatch(/<a href="#build-it-yourself-[^"]*">[^\n]*\n<h2 id="the-code">/);
});

it("says which command plays a turn, and which turn its own chapter talks about", () => {
  const html = readFileSync(join(site.folder, "03-events", "index.html"), "utf8");
  const player = "../player/?chapter=03-events&#38;scenario=run-command";
  expect(html).toContain(`<a class="shown" href="${player}">Play this turn</a>`);
  const recording = join(site.folder, "data", "recordings", "03-events", "run-command.json");
  const { steps }: Recording = JSON.parse(readFileSync(recording, "utf8"));
  const types = steps.map(({ event }) => event.type);
  const chips = [...html.matchAll(/href="([^"]*)" data-event="([^"]*)"/g)];
  expect(chips.map(([, href, type]) => [href, type])).toEqual(
    [...new Set(types)].map((type) => [`${player}&#38;event=${types.indexOf(type) + 1}`, type]),
  );
  expect(types).toContain("tool.progress");
});

describe.runIf(hasBrowser)("in a browser", { timeout: deep ? 600_000 : 120_000 }, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  type Visit = { page: Page; wrong: string[]; bytes: () => Promise<number> };

  /** What goes wrong while the page is open is put into a list. */
  async function visit(
    path: string,
    options: BrowserContextOptions,
    look: (visit: Visit) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong: string[] = [];
    const bodies: Promise<Buffer>[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        wrong.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => wrong.push(`${page.url()}: ${error}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(site.address) && !url.startsWith("data:"))
        wrong.push(`${page.url()} → ${url}`);
    });
    page.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
    const bytes = async () => {
      return (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
    };
    try {
      await page.goto(site.address + path, { waitUntil: "load" });
      await look({ page, wrong, bytes });
    } finally {
      await context.close();
    }
  }

  const overflow = (page: Page) =>
    page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );

  it("opens every page without an error, a request that leaves, or a need to scroll sideways", async () => {
    await visit("", { viewport: wide, colorScheme: "light" }, async ({ page, wrong }) => {
      for (const path of listPages(site.folder)) {
        await page.setViewportSize(wide);
        await page.goto(site.address + path);
        const sideways = [await overflow(page)];
        await page.setViewportSize(narrow);
        sideways.push(await overflow(page));
        await page.setViewportSize(narrowest);
        sideways.push(await overflow(page));
        expect({ path, wrong, sideways }).toEqual({ path, wrong: [], sideways: [0, 0, 0] });
      }
    });
  });

  it.each([
    ["by day, on a desk", wide, "light", ["", "03-events/", "vocabulary/", "nowhere/"]],
    ["by night, on a phone", narrow, "dark", ["", "03-events/"]],
  ] as const)("is for everyone %s", async (_where, viewport, colorScheme, kinds) => {
    for (const path of deep ? listPages(site.folder) : kinds) {
      await visit(path, { viewport, colorScheme }, async ({ page }) => {
        expect({ path, found: await look(page) }).toEqual({ path, found: [] });
      });
    }
  });

  /** What axe finds serious or critical. */
  async function look(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>("axe.run()");
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`);
  }

  it("sends less than 150 KB for a page, all in all", async () => {
    for (const path of ["", "03-events/", "14-approvals/"]) {
      await visit(path, { viewport: wide }, async ({ bytes }) => {
        const sent = await bytes();
        expect(sent).toBeGreaterThan(25_000);
        expect(sent).toBeLessThan(150_000);
      });
    }
  });

  it("can be read with scripts off", async () => {
    await visit("03-events/", { viewport: narrow, javaScriptEnabled: false }, async ({ page }) => {
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
      expect(await page.getByText("Which turn", { exact: false }).first().isVisible()).toBe(true);
      expect(await page.getByRole("button").count()).toBe(0);
      await page.getByRole("link", { name: "Chapters" }).click();
      await page.getByRole("link", { name: "04 reducer", exact: true }).click();
      expect(new URL(page.url()).pathname).toBe("/04-reducer/");
    });
  });

  it("skips to the text, finds a section and goes there, by keyboard alone", async () => {
    await visit("03-events/", { viewport: wide }, async ({ page }) => {
      const focused = () => page.evaluate("document.activeElement.textContent.trim()");
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("Skip to the text");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("text");

      await page.keyboard.press("/");
      const search = page.getByRole("dialog", { name: "Search" });
      await search.waitFor();
      expect(await look(page)).toEqual([]);
      await page.keyboard.press("Escape");
      expect(await search.isVisible()).toBe(false);

      await page.keyboard.press("/");
      await page.keyboard.type("second press cancelling");
      await page.getByRole("option").first().waitFor();
      expect(await look(page)).toEqual([]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      const chosen = page.locator("[role=option][aria-selected=true]");
      const address = await chosen.getAttribute("data-address");
      expect(address).toMatch(/^09-cancellation\//);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${site.address}${address}`);
    });
  });

  it("says that the search could not be loaded, and tries anew", async () => {
    await visit("03-events/", { viewport: wide }, async ({ page }) => {
      await page.route("**/search.json", (route) => route.fulfill({ body: "<html>" }));
      await page.keyboard.press("/");
      await page.getByRole("combobox").fill("reducer");
      await page.getByText("The search could not be loaded.").waitFor();
      await page.unroute("**/search.json");
      await page.getByRole("combobox").fill("reducers");
      await page.getByRole("option").first().waitFor();
    });
  });

  it("opens and closes the drawer of the ladder by keyboard, and keeps the focus in it", async () => {
    await visit("03-events/", { viewport: narrow }, async ({ page }) => {
      const ladder = page.getByRole("navigation", { name: "Chapters" });
      expect(await ladder.isVisible()).toBe(false);
      const button = page.getByRole("button", { name: "Chapters" });
      await button.focus();
      await page.keyboard.press("Enter");
      expect(await ladder.isVisible()).toBe(true);
      expect(await look(page)).toEqual([]);
      for (let press = 0; press < 40; press++) {
        const inside = await page.evaluate(
          "document.activeElement === document.body || !!document.activeElement.closest('#ladder')",
        );
        expect(inside).toBe(true);
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Escape");
      expect(await ladder.isVisible()).toBe(false);
      expect(await page.evaluate("document.activeElement.className")).toBe("ladder-button");
    });
  });

  it("keeps the theme that was chosen, on the next page too", async () => {
    await visit("03-events/", { viewport: wide, colorScheme: "light" }, async ({ page }) => {
      const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(await paper()).toBe("rgb(251, 250, 247)");
      await page.getByRole("button", { name: "Light or dark" }).click();
      expect(await paper()).toBe("rgb(21, 24, 27)");
      await page.getByRole("link", { name: "04 reducer", exact: true }).click();
      await page.waitForURL("**/04-reducer/");
      expect(await paper()).toBe("rgb(21, 24, 27)");
    });
  });

  it("copies the command of a terminal without its prompt and its output", async () => {
    const options = { viewport: wide, permissions: ["clipboard-read", "clipboard-write"] };
    await visit("03-events/", options, async ({ page }) => {
      const block = page.locator("figure.console", { hasText: "trace 03 --scenario run-command" });
      await block.getByRole("button", { name: "Copy the command" }).click();
      await block.getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
        "npx one-turn trace 03 --scenario run-command",
      );
    });
  });

  it("lights the event that the text names, and the heading that is being read", async () => {
    await visit("03-events/", { viewport: wide }, async ({ page }) => {
      const lit = page.locator(".trace .lit");
      await page.evaluate(`{
        const all = [...document.querySelectorAll("p .mention")];
        const mention = all.find(({ textContent }) => textContent === "tool.progress");
        scrollTo(0, mention.getBoundingClientRect().top + scrollY - innerHeight * 0.39);
      }`);
      await lit.getByText("tool.progress").waitFor();
      expect(await lit.count()).toBe(1);
      await page.locator(".headings [aria-current]", { hasText: "Run it" }).waitFor();
    });
  });

  it("lights nothing for a text that names no event, or has done so long ago", async () => {
    await visit("03-events/", { viewport: wide }, async ({ page }) => {
      const lit = page.locator(".trace .lit");
      const scrollTo = (place: string) =>
        page.evaluate(`scrollTo(0, ${place}.getBoundingClientRect().top + scrollY - 350)`);
      await scrollTo(`document.querySelector("main pre .mention")`);
      await lit.waitFor();
      await scrollTo(`document.querySelector("#what-changed")`);
      await lit.waitFor({ state: "detached" });
      await page.addStyleTag({ content: "main p:has(.mention) { margin-bottom: 1500px }" });
      await scrollTo(`document.querySelector("main p .mention")`);
      await lit.waitFor();
      await page.evaluate("scrollBy(0, 700)");
      expect(await lit.count()).toBe(1);
      await page.evaluate("scrollBy(0, 300)");
      await lit.waitFor({ state: "detached" });
    });
  });

  it("has room for a line of a hundred characters, and for a command", async () => {
    await visit("03-events/", { viewport: wide }, async ({ page }) => {
      const cut = (selector: string) =>
        page.evaluate<string[]>(`[...document.querySelectorAll("${selector}")]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent)`);
      await page.evaluate(`document.querySelector(".source code").textContent = "m".repeat(100)`);
      expect(await cut(".source pre")).not.toContain("m".repeat(100));
      const commands = await cut(".shell pre");
      expect(
        commands.filter((text) => text.split("\n").every(({ length }) => length < 80)),
      ).toEqual([]);
    });
  });

  it("prints the whole of a wide table, and no hints", async () => {
    await visit("vocabulary/", { viewport: { width: 690, height: 980 } }, async ({ page }) => {
      await page.emulateMedia({ media: "print" });
      const ends = await page.evaluate<number[]>(
        `[...document.querySelectorAll(".wide :is(th, td)")].map((cell) => cell.getBoundingClientRect().left + cell.scrollWidth)`,
      );
      expect(ends.length).toBeGreaterThan(70);
      expect(Math.max(...ends)).toBeLessThanOrEqual(691);
      await page.goto(`${site.address}03-events/`);
      expect(await page.locator("article details").count()).toBeGreaterThan(0);
      expect(await page.locator("article details:visible").count()).toBe(0);
    });
  });

  it("keeps the name of the turn in sight at the foot, and its events large enough", async () => {
    await visit("03-events/", { viewport: narrow }, async ({ page }) => {
      await page.locator(".trace").evaluate((trace) => trace.scrollBy(400, 0));
      const title = await page.locator(".trace-title").boundingBox();
      expect(title?.x).toBe(0);
      await page.evaluate(`{
        const all = [...document.querySelectorAll("main .mention")];
        const mention = all.find(({ textContent }) => textContent.includes("turn.started"));
        scrollTo(0, mention.getBoundingClientRect().top + scrollY - innerHeight * 0.39);
      }`);
      await page.locator(".trace .lit", { hasText: "turn.started" }).waitFor();
      const lit = await page.locator(".trace .lit").boundingBox();
      expect(lit?.x).toBeGreaterThanOrEqual(title?.width ?? 380);
      for (const chip of await page.locator(".trace .event").all()) {
        const { width, height } = (await chip.boundingBox()) ?? { width: 0, height: 0 };
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(32);
      }
    });
  });

  it("shows hostile markdown as text", async () => {
    await visit("hostile/", { viewport: wide }, async ({ page, wrong }) => {
      await page.locator("main :is(a, img, svg, iframe, summary)").first().waitFor();
      const seen = await page.locator("main").textContent();
      for (const text of [
        "<script>window.hit = 1</script>",
        '<img src=x onerror="window.hit = 2">',
        "[a link](javascript:window.hit=3)",
        "<script>window.hit = 5</script>",
        '<iframe src="https://example.com">',
        "</pre><script>window.hit = 9</script>",
      ]) {
        expect(seen).toContain(text);
      }
      for (const link of await page.locator("main a").all()) {
        expect(await link.getAttribute("href")).not.toMatch(/script:/i);
      }
      expect(await page.evaluate("'hit' in window")).toBe(false);
      expect(wrong).toEqual([]);
    });
  });
});
