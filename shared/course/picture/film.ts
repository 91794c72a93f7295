import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawFilm } from "./draw-film.ts";
import { filmed, playFilm } from "./play-film.ts";

export const film = {
  path: "walkthrough/pictures/turn.svg",
  /** The README says the same. */
  alt: "Chapter 14 in a terminal, moving: a question is typed, the model searches, shows a change and waits for a yes, runs the tests after another yes, and answers.",
};

/** Plays the turn anew and keeps it. How long each window stands is another each time. */
export async function renewFilm(root: string): Promise<string> {
  const shots = await playFilm();
  const svg = drawFilm(shots, { title: filmed.replace("-", " "), alt: film.alt });
  await writeFile(join(root, film.path), svg);
  const seconds = Math.round(shots.reduce((sum, { ms }) => sum + ms, 0) / 1000);
  return `${film.path} is written: ${shots.length} windows in ${seconds} s.`;
}
