/** A button on every block that one might want to take along: of a terminal, the commands alone. */
export function offerCopies(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("figure.code")) {
    const caption = figure.querySelector("figcaption");
    if (!caption) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute(
      "aria-label",
      `Copy ${figure.matches(".source") ? "the code" : "the command"}`,
    );
    button.addEventListener("click", () => copy(button, textOf(figure)));
    caption.append(button);
  }
}

function textOf(figure: HTMLElement): string {
  const commands = [...figure.querySelectorAll(".command")].map(({ textContent }) => textContent);
  if (commands.length > 0) return commands.join("\n");
  return figure.querySelector("pre")?.textContent ?? "";
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1500);
}
