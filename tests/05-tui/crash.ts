import { writeFileSync } from "node:fs";
import { emptyState } from "../../chapters/05-tui/state/reduce-session-event.ts";
import { tuiScreen } from "../../chapters/05-tui/tui/tui-screen.ts";

const screen = tuiScreen(process.stdout, process.stdin);

/** The ways in which a program may end while its window is open. */
const endings = new Map<string, () => void>([
  [
    "timer",
    () => {
      setTimeout(() => {
        throw new Error("Thrown in a timer.");
      });
    },
  ],
  [
    "draw",
    () => {
      const item = {
        kind: "user" as const,
        // asked for when the frame is drawn
        get text(): string {
          throw new Error("Thrown in a draw.");
        },
      };
      screen.show({ ...emptyState, transcript: { open: [item] } });
    },
  ],
  ["rejection", () => void Promise.reject(new Error("Handled by nobody."))],
  [
    "exit",
    () => {
      console.error("A warning in the middle of the window.");
      process.exit(3);
    },
  ],
  // by whatever comes from outside; the code is left behind, for when there is no terminal to say it
  ["wait", () => process.on("exit", (code) => writeFileSync("ended", String(code)))],
]);

const [, , name = ""] = process.argv;
const end = endings.get(name) ?? (() => process.kill(process.pid, name));
end();
