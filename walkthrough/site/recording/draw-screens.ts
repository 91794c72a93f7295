import type { Chapter } from "../../../shared/course/chapters.ts";
import type { Window } from "../../../shared/course/picture/window.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import { drawPrinted } from "./draw-printed.ts";
import { drawRepainted } from "./draw-repainted.ts";
import { drawTui } from "./draw-tui.ts";
import type { Play } from "./plays.ts";

/** The window of the chapter after each event, as its main.ts would have it. */
export function drawScreens(
  chapter: Chapter,
  play: Play,
  events: SessionEvent[],
): AsyncIterable<Window> {
  if (chapter.number < 4) return drawPrinted(chapter, play.prompts, events);
  if (chapter.number < 5) return drawRepainted(chapter, events);
  return drawTui(chapter, play, events);
}
