import { drawSvg } from "./draw-svg.ts";
import type { Picture } from "./pictures.ts";
import { playScene } from "./play-scene.ts";

/** A new picture of a chapter, as SVG. As long as the chapter shows the same, it is the same text. */
export async function takePicture(picture: Picture): Promise<string> {
  const title = picture.folder.replace("-", " ");
  return drawSvg(await playScene(picture), { title, alt: picture.alt });
}
