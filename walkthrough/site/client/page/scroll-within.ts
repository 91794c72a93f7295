/** Brings an element into sight by scrolling what holds it, never the page. */
export function scrollWithin(holder: HTMLElement, element: HTMLElement): void {
  const outer = holder.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const aside = inner.left < outer.left || inner.right > outer.right;
  const away = inner.top < outer.top || inner.bottom > Math.min(outer.bottom, innerHeight);
  holder.scrollBy({
    left: aside ? inner.left - outer.left - outer.width / 3 : 0,
    top: away ? inner.top - outer.top - outer.height / 3 : 0,
  });
}
