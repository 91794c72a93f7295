import type { ApprovalDecision } from "../../shared/events.ts";
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

export function answerQuestion(text: string, host: SessionHost): void {
  const callId = host.session().asking();
  const answer = readAnswer(text);
  if (!answer) host.say("Answer with y, with s, or with n and a reason.");
  else if (callId !== undefined) {
    host
      .session()
      .dispatch({ type: "approval.answer", callId, ...answer })
      .catch(() => {});
  }
}
