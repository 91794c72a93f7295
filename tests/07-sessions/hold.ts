import { openSessionLog } from "../../chapters/07-sessions/session-store.ts";

/** Says whether it got the session, and holds it until its input ends. */
function hold(path: string): string {
  try {
    openSessionLog(path);
    return "held";
  } catch {
    return "refused";
  }
}

process.stdout.write(hold(String(process.argv[2])));
process.stdin.resume();
