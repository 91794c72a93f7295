declare module "marked-terminal" {
  import type { MarkedExtension } from "marked";

  /** The package brings no types, and those of others do not fit: this is what is used of it. */
  export function markedTerminal(options: {
    paragraph: (text: string) => string;
    table: (text: string) => string;
    html: (text: string) => string;
    heading: (text: string) => string;
    firstHeading: (text: string) => string;
    strong: (text: string) => string;
    em: (text: string) => string;
    codespan: (text: string) => string;
    del: (text: string) => string;
    tableOptions: { style: { head: string[]; border: string[] }; chars: Record<string, string> };
    emoji: boolean;
    unescape: boolean;
  }): MarkedExtension;
}
