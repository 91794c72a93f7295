/** The commands of one-turn, as its help lists them. */
export const commands = [
  "start",
  "trace",
  "diff",
  "read",
  "rehearsal",
  "walkthrough",
  "workshop",
  "carry",
  "picture",
];
