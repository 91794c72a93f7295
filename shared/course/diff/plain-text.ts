/** Characters that a terminal would obey, and a page would hide, become their code points. */
export function visible(text: string): string {
  return text.replace(/(?!\t)\p{Cc}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
