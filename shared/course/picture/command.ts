import type { Command } from "commander";
import { projectRoot } from "../project-root.ts";
import { renewFilm } from "./film.ts";
import { checkPictures, renewPicture } from "./kept-pictures.ts";
import { findPicture, pictures } from "./pictures.ts";

type PictureFlags = { check?: boolean; film?: boolean };

/** Adds `picture NN` and `picture --check`. Exit code 1 when a kept picture is not what the chapter shows. */
export function addPictureCommand(program: Command): void {
  program
    .command("picture [chapter]")
    .description("for maintainers: take the picture of a chapter that the README shows")
    .option("--check", "compare every kept picture of a chapter with a new one")
    .option("--film", "play a turn in a terminal, and keep it as a moving picture")
    .action(async (text: string | undefined, { check, film }: PictureFlags) => {
      if ([text !== undefined, check, film].filter(Boolean).length !== 1) {
        throw new Error(
          "Say one of: picture 05 takes the picture of a chapter, picture --film the moving one, picture --check compares all.",
        );
      }
      const root = projectRoot();
      if (film) return console.log(await renewFilm(root));
      const done = await (text === undefined
        ? checkPictures(root, pictures)
        : renewPicture(root, findPicture(text)));
      console.log(done);
    });
}
