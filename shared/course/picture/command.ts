import type { Command } from "commander";
import { projectRoot } from "../project-root.ts";
import { renewFilm } from "./film.ts";
import { checkPictures, renewPicture } from "./kept-pictures.ts";
import { findPicture, pictures } from "./pictures.ts";

type PictureFlags = { check?: boolean; all?: boolean };

/** Adds `picture NN` and `picture --check`. Exit code 1 when a kept picture is not what the chapter shows. */
export function addPictureCommand(program: Command): void {
  program
    .command("picture [chapter]")
    .description("for maintainers: take the pictures that the README shows")
    .option("--check", "compare every kept picture of a chapter with a new one")
    .option("--all", "take every picture of the README: chapters, a moving one, the pages")
    .action(async (text: string | undefined, { check, all }: PictureFlags) => {
      if ([text !== undefined, check, all].filter(Boolean).length !== 1) {
        throw new Error(
          "Say one of: picture 05 takes the picture of a chapter, picture --all takes all, picture --check compares those of chapters.",
        );
      }
      const root = projectRoot();
      if (all) return renewAll(root);
      const done = await (text === undefined
        ? checkPictures(root, pictures)
        : renewPicture(root, findPicture(text)));
      console.log(done);
    });
}

async function renewAll(root: string): Promise<void> {
  // the pages and their tools are loaded only where they are used
  const { openChromium, renewWebPictures } = await import("./web-pictures.ts");
  // what may be missing comes before anything is written
  const browser = await openChromium();
  try {
    for (const picture of pictures) console.log(await renewPicture(root, picture));
    console.log(await renewFilm(root));
    console.log(await renewWebPictures(root, browser));
  } finally {
    await browser.close();
  }
}
