import type { ReadStream, WriteStream } from "node:tty";
import { countdown } from "../countdown.ts";
import { ctrlC } from "../ctrl-c.ts";
import { renderState } from "../render-state.ts";
import type { Screen } from "../screen.ts";
import { sentText } from "../sent-text.ts";
import { emptyState } from "../state/reduce-session-event.ts";
import { endDraft } from "../state/transcript-items.ts";
import { inFrames } from "./frames.ts";
import { cachedLines, itemLines, plainAnswer } from "./item-lines.ts";
import { layOut, type View } from "./lay-out.ts";
import { readKeys } from "./read-keys.ts";
import { rewrap } from "./rewrap.ts";
import { scroll } from "./scroll.ts";
import { openTerminal } from "./terminal.ts";
import { clearTyping, editTyping, emptyTyping, insertText, typedText } from "./typing.ts";

const WHEEL_LINES = 3;

/** The whole window: state -> lines -> viewport -> screen. Events and keys change the view, and ask for a frame. */
export function tuiScreen(output: WriteStream, input: ReadStream, cancel: () => void): Screen {
  const terminal = openTerminal(output, input);
  const sent = sentText();
  let linesForWidth = cachedLines(itemLines(plainAnswer));
  let size = terminal.size();
  let view: View = { state: emptyState, typing: emptyTyping, now: 0 };
  let frame = layOut(view, size, linesForWidth(size.columns));

  const requestFrame = inFrames(() => {
    takeSize();
    view = { ...view, now: Date.now() };
    frame = layOut(view, size, linesForWidth(size.columns));
    terminal.draw(frame);
    // not before it can be seen
    sent.ask(view.state.question, typedText(view.typing) !== "", frame.showsEnd);
  });

  function change(changed: Partial<View>): void {
    view = { ...view, ...changed };
    requestFrame();
  }

  function scrollBy(by: number): void {
    const { transcript } = view.state;
    const window = { transcript, height: frame.height, linesOf: linesForWidth(size.columns) };
    change({ gaze: scroll(view.gaze, by, window) });
  }

  /** A window that is dragged has many sizes, and a frame needs the last of them. */
  function takeSize(): void {
    const before = linesForWidth(size.columns);
    const { columns } = size;
    size = terminal.size();
    if (view.gaze === undefined || size.columns === columns) return;
    view = { ...view, gaze: rewrap(view.gaze, before, linesForWidth(size.columns)) };
  }

  function redraw(): void {
    terminal.forget();
    requestFrame();
  }

  function send(): void {
    const text = typedText(view.typing);
    if (text.trim() === "") return;
    const isTaken = sent.send(text);
    change({ gaze: undefined, ...(isTaken && { typing: clearTyping(view.typing) }) });
  }

  function end(): void {
    sent.end();
    // a running turn keeps the program alive, and the keys work until it ends
    input.unref();
  }

  const edit = (key: string) => change({ typing: editTyping(view.typing, key) });
  const isEmpty = () => typedText(view.typing) === "";
  const onCtrlC = {
    cancel,
    // what is cleared is in the history
    clear() {
      sent.clear();
      change({ typing: clearTyping(view.typing) });
    },
    exit: () => process.exit(130),
  };
  const keys = new Map<string, () => void>([
    ["return", send],
    ["C-c", () => onCtrlC[ctrlC(view.state.status, isEmpty())]()],
    ["C-d", () => (isEmpty() ? end() : edit("C-d"))],
    ["pageup", () => scrollBy(frame.height - 1)],
    ["pagedown", () => scrollBy(1 - frame.height)],
    ["S-up", () => scrollBy(1)],
    ["S-down", () => scrollBy(-1)],
    ["C-home", () => scrollBy(Infinity)],
    ["C-end", () => change({ gaze: undefined })],
    ["escape", () => change({ gaze: undefined })],
    ["C-l", redraw],
  ]);

  function press(key: string): void {
    const command = keys.get(key);
    if (command) command();
    else edit(key);
  }

  readKeys(input, (pressed) => {
    if ("wheel" in pressed) scrollBy(pressed.wheel === "up" ? WHEEL_LINES : -WHEEL_LINES);
    else if ("text" in pressed) change({ typing: insertText(view.typing, pressed.text) });
    else press(pressed.key);
  });
  input.once("end", end);
  // the window goes, and what was said in it stays
  process.once("exit", () =>
    output.write(
      renderState({ ...view.state, transcript: endDraft(view.state.transcript) })
        .map((line) => `${line}\n`)
        .join(""),
    ),
  );
  output.on("resize", redraw);

  terminal.draw(frame);
  // takes a third of a second to load, and the first frame does not wait for it
  import("./growing-markdown.ts").then(({ growingMarkdown }) => {
    const { whole, draft } = growingMarkdown();
    linesForWidth = cachedLines(itemLines(whole, draft));
    requestFrame();
  });
  const countDown = countdown(requestFrame);
  return {
    show(state) {
      countDown(state.status);
      // nobody answers what stands below the window
      const isNew = state.question !== undefined && state.question !== view.state.question;
      change({ state, ...(isNew && { gaze: undefined }) });
    },
    lines: sent.lines,
    answers: sent.answers,
  };
}
