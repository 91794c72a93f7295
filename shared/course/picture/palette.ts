/** The 16 colours of a terminal in the order of SGR, each readable on the background. */
export const palette = [
  "#6e7681",
  "#ff7b72",
  "#3fb950",
  "#d29922",
  "#58a6ff",
  "#bc8cff",
  "#39c5cf",
  "#b1bac4",
  "#8b949e",
  "#ffa198",
  "#56d364",
  "#e3b341",
  "#79c0ff",
  "#d2a8ff",
  "#56d4dd",
  "#ffffff",
];

export const foreground = "#e6edf3";
export const background = "#161b22";

/** Sets the window off from a light page and from a dark one. */
export const frame = "#444c56";
