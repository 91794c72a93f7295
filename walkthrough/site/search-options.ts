/** One section of a page, as the search finds it. */
export type Section = {
  id: number;
  /** Below the root of the site: "03-events/#the-idea". */
  address: string;
  /** Of the page. */
  page: string;
  heading: string;
  text: string;
};

/** A name with dots in it is a word of its own, beside its parts: "tool.progress", "agent.ts". */
function wordsOf(text: string): string[] {
  return [...text.split(/[\s\p{Z}\p{P}]+/u), ...(text.match(/\w+(?:\.\w+)+/g) ?? [])];
}

/** The index is made and read with the same options. */
export const searchOptions = {
  fields: ["heading", "page", "text"],
  storeFields: ["address", "page", "heading", "text"],
  tokenize: wordsOf,
  searchOptions: {
    boost: { heading: 3, page: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: "AND" as const,
  },
};
