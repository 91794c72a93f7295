import MiniSearch from "minisearch";
import { expect, it } from "vitest";
import { renderMarkdown } from "../../walkthrough/site/pages/markdown.ts";
import { searchIndex } from "../../walkthrough/site/pages/search-index.ts";
import { searchOptions } from "../../walkthrough/site/search-options.ts";

const text = `# A page

## Build it yourself

Begin with the turnip.

<details>
<summary>Hints for step 1</summary>

Peel the onion.

- and the carrot

</details>

Then the radish.
`;

it("finds what a page shows, and no hint that is folded away", async () => {
  const rendered = await renderMarkdown(text, { root: "", pages: new Set(), index: [] });
  const page = { name: "page", title: "A page", description: "", text, ...rendered };
  const search = MiniSearch.loadJSON(searchIndex([page]), searchOptions);
  const found = (word: string) => search.search(word).map(({ address }) => address);
  for (const word of ["turnip", "radish"]) expect(found(word)).toEqual(["page/#build-it-yourself"]);
  for (const word of ["hints", "onion", "carrot"]) expect(found(word)).toEqual([]);
});
