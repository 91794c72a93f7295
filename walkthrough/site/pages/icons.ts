import { trusted } from "../html.ts";

const turn = "M25.2 11.6A10.5 10.5 0 1 1 16 5.5";
const page = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${turn}" fill="none" stroke="#16838d" stroke-width="4" stroke-linecap="round"/><circle cx="23.5" cy="7.5" r="4" fill="#16838d"/></svg>`;

function drawn(size: number, inner: string) {
  return trusted(
    `<svg aria-hidden="true" width="${size}" height="${size}" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round">${inner}</svg>`,
  );
}

export const icons = {
  /** As an address, for the tab of the browser. */
  page: `data:image/svg+xml,${encodeURIComponent(page)}`,
  turn: trusted(
    `<svg aria-hidden="true" width="20" height="20" viewBox="0 0 32 32"><path d="${turn}" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round"/><circle cx="23.5" cy="7.5" r="4" fill="currentColor"/></svg>`,
  ),
  search: drawn(16, '<circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 14 14"/>'),
  theme: drawn(
    16,
    '<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor"/>',
  ),
  ladder: drawn(16, '<path d="M4.5 2v12M11.5 2v12M4.5 5h7M4.5 8h7M4.5 11h7"/>'),
};
