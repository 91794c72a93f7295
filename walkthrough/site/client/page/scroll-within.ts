/**
 * Brings an element into sight by scrolling what holds it, never the page. `covered` are the pixels on the left
 * that something else stands on.
 */
export function scrollWithin(holder: HTMLElement, element: HTMLElement, covered = 0): void {
  const outer = holder.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const left = outer.left + covered;
  const aside = inner.left < left || inner.right > outer.right;
  const away = inner.top < outer.top || inner.bottom > Math.min(outer.bottom, innerHeight);
  holder.scrollBy({
    left: aside ? inner.left - left - (outer.right - left) / 3 : 0,
    top: away ? inner.top - outer.top - outer.height / 3 : 0,
  });
}
