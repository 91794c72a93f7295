import "./player.css";
import type { RecordingIndex } from "../../recording/recording.ts";
import { drawAbout } from "./about-line.ts";
import { type Address, type PaneName, readAddress, writeAddress } from "./address.ts";
import { alignSides, firstDifference, hasLeft, type Row, rowsOfOne } from "./align-sides.ts";
import { element } from "./element.ts";
import { takeFiles } from "./files.ts";
import { type Choice, findChoice } from "./find-choice.ts";
import { addressKeeper } from "./keep-address.ts";
import { loadIndex } from "./load-data.ts";
import { drawPicker, type Picker } from "./picker.ts";
import { placeOf } from "./place-of.ts";
import { createPlayer, type Play } from "./player.ts";
import { readSession } from "./read-session.ts";
import { drawShell } from "./shell.ts";
import { isOwn, type Side, sideOfFile, sideOfRecording } from "./side.ts";

const root = document.querySelector<HTMLElement>("#player");
if (root) await start(root);

async function start(root: HTMLElement): Promise<void> {
  const shell = drawShell(root);
  const addresses = addressKeeper(() => index && void openAddress(index));
  const player = createPlayer(shell, () => addresses.keep(writeAddress(currentAddress())));
  let play: Play = { sides: [], rows: [] };
  let choice: Choice | undefined;
  let picker: Picker | undefined;
  let index: RecordingIndex | undefined;
  /** The reader's own sessions by their names, as long as the page is open. */
  const own = new Map<string, Side[]>();
  /** Of several that load at once the last one counts. */
  let asked = 0;

  shell.picker.append(takeFiles((files) => void openFiles(files)));
  const loaded = await loadIndex().catch((error: Error) => say([error.message], true));
  if (loaded) {
    index = loaded;
    picker = drawPicker(loaded, (next) => {
      addresses.push(writeAddress({ ...next, pane: player.pane(), files: [] }));
      void openAddress(loaded);
    });
    shell.picker.prepend(picker.root);
    await openAddress(loaded);
  }

  async function openAddress(index: RecordingIndex): Promise<void> {
    const address = readAddress(location.search);
    const { choice: wanted, notices } = findChoice(index, address);
    const turn = ++asked;
    const kept = own.get(nameOf(address.files));
    if (kept) {
      choice = undefined;
      picker?.show(undefined);
      return openSides(kept, (rows) => placeOf(rows, address), { pane: address.pane, notices: [] });
    }
    if (!wanted) {
      player.close();
      shell.about.replaceChildren();
      picker?.show(undefined);
      return say(notices, address.files.length === 0);
    }
    try {
      const folders = [wanted.chapter, ...(wanted.with ? [wanted.with] : [])];
      const sides = await Promise.all(
        folders.map((folder) => sideOfRecording(folder, wanted.scenario)),
      );
      if (turn !== asked) return;
      choice = wanted;
      picker?.show(wanted);
      openSides(sides, (rows) => placeOf(rows, address), { pane: address.pane, notices });
    } catch (error) {
      if (turn === asked) say([(error as Error).message], true);
    }
  }

  async function openFiles(files: File[]): Promise<void> {
    const turn = ++asked;
    const [first, second] = files;
    if (!first) return;
    say([`Reading ${files.map(({ name }) => name).join(" and ")} …`]);
    try {
      const address = readAddress(location.search);
      const kept =
        files.length === 1 && isOfFiles(play) && play.sides.length === 1 ? play.sides : [];
      const sides = [...kept];
      for (const file of second ? [first, second] : [first]) {
        sides.push(await sideOfFile(await readSession(file)));
      }
      if (turn !== asked) return;
      choice = undefined;
      picker?.show(undefined);
      const name = nameOf(sides.map(({ title }) => title));
      own.set(name, sides);
      const isAgain = nameOf(address.files) === name;
      const at = (rows: Row[]) => (isAgain ? placeOf(rows, address) : (firstDifference(rows) ?? 0));
      const extra = files.length > 2 ? [`Two files at most: ${files.length - 2} left out.`] : [];
      openSides(sides, at, { pane: address.pane, notices: extra });
    } catch (error) {
      if (turn === asked) say([(error as Error).message], true);
    }
  }

  function openSides(
    sides: Side[],
    at: (rows: Row[]) => number,
    { pane, notices }: { pane?: PaneName; notices: string[] },
  ): void {
    const [left, right] = sides;
    if (!left) return;
    const rows = right ? alignSides(left.events, right.events) : rowsOfOne(left.events);
    play = { sides, rows };
    shell.about.replaceChildren(...drawAbout(sides, index?.map(({ chapter }) => chapter) ?? []));
    player.open(play, at(rows), pane);
    say([...notices, ...sides.flatMap((side) => side.notices), ...comparison(play)]);
  }

  function currentAddress(): Address {
    const files = isOfFiles(play) ? play.sides.map(({ title }) => title) : [];
    const row = play.rows[player.place()];
    const address: Address = { ...choice, files, pane: player.pane() };
    if (!row) return address;
    if (row.left >= 0) address.event = row.left + 1;
    if (!hasLeft(row)) address.withEvent = row.right + 1;
    return address;
  }

  function say(sentences: string[], isTrouble = false): undefined {
    const list = sentences.map((text) =>
      element("p", { class: isTrouble ? "trouble" : "notice" }, text),
    );
    shell.notices.replaceChildren(...list);
  }
}

/** A "/" is in no file's name. */
function nameOf(files: string[]): string {
  return files.join("/");
}

function isOfFiles({ sides }: Play): boolean {
  return sides.length > 0 && sides.every(isOwn);
}

/** Of two own sessions: where they part. */
function comparison(play: Play): string[] {
  if (!isOfFiles(play) || play.sides.length < 2) return [];
  const first = firstDifference(play.rows);
  if (first === undefined) return ["No event differs, but for ids and times."];
  return [`The first difference is at ${first + 1} of ${play.rows.length}.`];
}
