import { expect, it } from "vitest";
import { html } from "../../walkthrough/site/html.ts";
import { breakNames, codeWords } from "../../walkthrough/site/pages/code-words.ts";

it("keeps a flag whole, and breaks a path behind its slashes", () => {
  const drawn = (text: string) => html`${codeWords(text)}`.html;
  expect(drawn("trace 03 --scenario a&b")).toBe(
    'trace 03 <span class="unbroken">--scenario</span> a&#38;b',
  );
  expect(drawn("chapters/03-events/event-line.ts")).toBe(
    'chapters/<wbr><span class="unbroken">03-events/</span><wbr><span class="unbroken">event-line.ts</span>',
  );
  expect(drawn("a  b/c")).toBe("a  b/c");
});

it("lets a name go on below behind its signs, in code alone", () => {
  const cell = 'e.g. <code class="mention event-tool">tool.started</code> of <code>a_b/c</code>.';
  expect(breakNames(cell)).toBe(
    'e.g. <code class="mention event-tool">tool.<wbr>started</code> of <code>a_<wbr>b/<wbr>c</code>.',
  );
});
