/** The button turns to the other theme. The choice is kept; whoever chose nothing follows the system. */
export function switchTheme(): void {
  const button = document.querySelector<HTMLButtonElement>(".theme-button");
  const root = document.documentElement;
  button?.addEventListener("click", () => {
    const next = isDark(root) ? "light" : "dark";
    root.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // it holds for this page
    }
  });
}

function isDark({ dataset }: HTMLElement): boolean {
  return dataset.theme
    ? dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
}
