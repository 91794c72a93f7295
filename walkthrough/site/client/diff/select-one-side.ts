/** Of two columns only the one in which a selection begins is selected, so that it can be copied. */
export function selectOneSide(place: HTMLElement): void {
  place.addEventListener("pointerdown", ({ target }) => {
    const line = target instanceof Element ? target.closest(".line") : null;
    const isOld = line?.matches(".twin, del") === true;
    place.dataset.select = isOld ? "old" : "now";
  });
}
