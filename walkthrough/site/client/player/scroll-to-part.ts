/** The pane alone moves, and not the page. What is out of sight comes to stand a little above the middle. */
export function scrollToPart(pane: HTMLElement, part: Element): void {
  const [around, place] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
  const isInSight = place.top > around.top + 60 && place.top < around.bottom - 40;
  if (!isInSight) pane.scrollTop += place.top - around.top - around.height * 0.4;
}
