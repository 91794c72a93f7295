/** What scrolls sideways can be reached with the keyboard, and nothing else is a stop on the way. */
export function reachScrollers(): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target as HTMLElement);
  });
  for (const element of document.querySelectorAll<HTMLElement>("main pre, main .table")) {
    watch.observe(element);
  }
}

function mark(element: HTMLElement): void {
  const scrolls = element.scrollWidth > element.clientWidth;
  if (!scrolls) {
    for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
    return;
  }
  element.tabIndex = 0;
  element.setAttribute("role", "group");
  element.setAttribute(
    "aria-label",
    element.matches("pre") ? "Code, scrolls sideways" : "Table, scrolls sideways",
  );
}
