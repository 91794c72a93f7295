/** The pane alone moves, and not the page. What is out of sight comes to stand a little above the middle. */
export function scrollToPart(pane: Element, part: Element): void {
  const [around, place] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
  // what stays on top of the pane covers what is below it
  const top = around.top + (pane.querySelector<HTMLElement>(".changes, .file")?.offsetHeight ?? 0);
  const isInSight = place.top >= top && place.top < around.bottom - 40;
  if (!isInSight) pane.scrollTop += place.top - top - (around.bottom - top) * 0.3;
}
