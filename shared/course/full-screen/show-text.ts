import { chooseLook, type Look } from "../../trace/look.ts";
import { choosePager, page } from "../diff/page.ts";
import { pageThrough } from "./page-through.ts";

/** Prints a text, or pages through it where it does not fit the terminal. Whether it was paged. */
export async function showText(
  draw: (look: Look) => string[],
  { mayPage }: { mayPage: boolean },
): Promise<boolean> {
  const rows = draw(chooseLook(process.stdout, process.env));
  const text = `${rows.join("\n")}\n`;
  const asks = mayPage && process.stdin.isTTY;
  const pager = asks ? choosePager(rows, process.stdout, process) : undefined;
  if (pager === undefined) {
    process.stdout.write(text);
    return false;
  }
  if (pager === "own" || !(await page(text, pager))) await pageThrough(draw);
  return true;
}
