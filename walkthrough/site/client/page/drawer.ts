/** On a phone the ladder is a drawer. Without scripts its button leads to the ladder below the text. */
export function openDrawer(): void {
  const button = document.querySelector<HTMLAnchorElement>(".ladder-button");
  const ladder = document.querySelector<HTMLElement>(".ladder");
  if (!button || !ladder) return;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.textContent = "Close";
  ladder.prepend(close);
  button.setAttribute("role", "button");
  button.setAttribute("aria-controls", ladder.id);
  const others = [...document.body.children].filter((element) => element !== ladder);
  const set = (open: boolean) => {
    ladder.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
    for (const element of others) element.toggleAttribute("inert", open);
    if (open) (ladder.querySelector<HTMLElement>("[aria-current]") ?? close).focus();
  };
  const shut = () => {
    if (!ladder.classList.contains("open")) return;
    set(false);
    button.focus();
  };
  set(false);
  button.addEventListener("click", (event) => {
    event.preventDefault();
    set(true);
  });
  button.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    set(true);
  });
  close.addEventListener("click", shut);
  document.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Node) || button.contains(target)) return;
    if (!ladder.contains(target) || (target instanceof Element && target.closest("a"))) shut();
  });
  matchMedia("(max-width: 699px)").addEventListener("change", shut);
}
