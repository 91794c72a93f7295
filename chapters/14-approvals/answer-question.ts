import type { ApprovalDecision } from "../../shared/events.ts";
import { isCommand } from "./commands.ts";
import type { SessionHost } from "./session-host.ts";

type Decision = Exclude<ApprovalDecision, "cancelled">;

/** y, s, or n with a reason. Anything else is no answer, and the question stays. */
export function readAnswer(text: string): { decision: Decision; reason?: string } | undefined {
  const [, word = "", reason = ""] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(text) ?? [];
  switch (word.toLowerCase()) {
    case "y":
    case "yes":
      return reason ? undefined : { decision: "once" };
    case "s":
    case "session":
      return reason ? undefined : { decision: "session" };
    case "n":
    case "no":
      return { decision: "deny", ...(reason && { reason }) };
    default:
      return undefined;
  }
}

/** `callId` is the call whose question the user saw. One that asks no more is not answered, and no other is. */
export function answerQuestion(callId: string, text: string, host: SessionHost): void {
  const answer = readAnswer(text);
  if (answer) {
    const given = host.session().dispatch({ type: "approval.answer", callId, ...answer });
    given.catch(() => host.say(`Too late, and not taken: ${text}`));
  } else if (isCommand(text)) {
    host.say("A question is open, and commands wait. Answer it, then send the command again.");
  } else {
    host.say("Answer with y, with s, or with n and a reason.");
  }
}
