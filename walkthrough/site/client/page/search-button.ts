/** The button, and "/" where nothing is being typed. What searches is loaded when it is first wanted. */
export function offerSearch(): void {
  const open = async () => (await import("./search.ts")).openSearch();
  document.querySelector(".search-button")?.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]"))
      return;
    event.preventDefault();
    open();
  });
}
