type Attributes = Record<string, string | number | boolean | undefined>;
export type Child = Node | string | undefined | false;

/** An element. Texts become text, whatever is in them. An attribute that is false or undefined is not there. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}
