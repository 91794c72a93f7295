import { expect, it } from "vitest";
import { outline } from "../../shared/course/diff/outline.ts";

it("shows each exported declaration to its end, and of a function what it takes and gives", () => {
  const source = `import { bow } from "./bow.ts";

const OFTEN = 3;

export const depth = 1;

/** How to greet. */
export type Greeting =
  | { kind: "word"; text: string }
  | Bow;
/** A bow. */
export type Bow = {
  kind: "bow";
  depth: {
    from: number;
    to: number;
  };
};

export type Answer =
  | { kind: "none" }
  | {
      kind: "bow";
      depth: number;
    };

// with manners
export class Greeter {
  readonly times = OFTEN;

  greet(): void {
    bow();
  }
}

/** Bows. */
export function bowTo(
  name: string,
): string {
  return bow(name);
}

export const words = \`Hello.
Good bye.
\`;
`;
  expect(outlineOf(source)).toBe(`export const depth = 1;

/** How to greet. */
export type Greeting =
  | { kind: "word"; text: string }
  | Bow;

/** A bow. */
export type Bow = {
  kind: "bow";
  depth: {
    from: number;
    to: number;
  };
};

export type Answer =
  | { kind: "none" }
  | {
      kind: "bow";
      depth: number;
    };

// with manners
export class Greeter {
  readonly times = OFTEN;

  greet(): void {
    bow();
  }
}

/** Bows. */
export function bowTo(
  name: string,
): string {

export const words = \`Hello.
Good bye.
\`;`);
});

/** The groups, with an empty line between them. */
function outlineOf(source: string): string {
  const lines = source.split("\n").map((text) => ({ kind: "added", text }) as const);
  return outline(lines)
    .map((group) => group.map(({ text }) => text).join("\n"))
    .join("\n\n");
}
