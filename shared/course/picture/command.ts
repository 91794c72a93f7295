import type { Command } from "commander";
import { projectRoot } from "../project-root.ts";
import { checkPictures, renewPicture } from "./kept-pictures.ts";
import { findPicture, pictures } from "./pictures.ts";

/** Adds `picture NN` and `picture --check`. Exit code 1 when a kept picture is not what the chapter shows. */
export function addPictureCommand(program: Command): void {
  program
    .command("picture [chapter]")
    .description("for maintainers: take the picture of a chapter that the README shows")
    .option("--check", "compare every kept picture with a new one")
    .action(async (text: string | undefined, { check }: { check?: boolean }) => {
      if ((text === undefined) === (check !== true)) {
        throw new Error(
          "Say one of: picture 05 takes the picture of a chapter, picture --check compares all.",
        );
      }
      const root = projectRoot();
      const done = await (text === undefined
        ? checkPictures(root, pictures)
        : renewPicture(root, findPicture(text)));
      console.log(done);
    });
}
