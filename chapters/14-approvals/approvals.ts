import type { ApprovalDecision } from "../../shared/events.ts";
import type { Tool, ToolContext, ToolMap } from "./tools/tool.ts";

export type Answer = { decision: ApprovalDecision; reason?: string };

/** What a call wants to do, as the user sees it. */
export type Question = { callId: string; name: string; subject: string; preview: string };

export type Approvals = {
  /** Resolves when the user has answered, or has cancelled the turn. */
  ask(question: Question, context: ToolContext): Promise<Answer>;
  /** Throws one line when this call asks nothing. */
  answer(callId: string, answer: Answer): void;
};

/** The open questions, and what was allowed for the session. Nothing that a model or a file says gets in here. */
export function openApprovals(): Approvals {
  const open = new Map<string, (answer: Answer) => void>();
  const allowed = new Set<string>();

  async function ask(question: Question, { emit, signal }: ToolContext): Promise<Answer> {
    const { callId, name, subject } = question;
    // exactly this command, exactly this path
    const permission = JSON.stringify([name, subject]);
    if (signal?.aborted) return { decision: "cancelled" };
    if (allowed.has(permission)) return { decision: "session" };
    let withdraw = () => {};
    const answered = new Promise<Answer>((resolve) => {
      // before it is told: whoever hears of it may answer at once
      open.set(callId, resolve);
      withdraw = () => resolve({ decision: "cancelled" });
      signal?.addEventListener("abort", withdraw);
    });
    emit({ type: "approval.requested", ...question });
    const given = await answered;
    signal?.removeEventListener("abort", withdraw);
    open.delete(callId);
    // a yes and a cancel at once: nothing is run behind a cancel
    const answer: Answer = signal?.aborted ? { decision: "cancelled" } : given;
    if (answer.decision === "session") allowed.add(permission);
    emit({ type: "approval.resolved", callId, name, ...answer });
    return answer;
  }

  return {
    ask,
    answer(callId, answer) {
      const resolve = open.get(callId);
      if (!resolve) throw new Error(`The call "${callId}" asks nothing.`);
      // the first answer is the answer
      open.delete(callId);
      resolve(answer);
    },
  };
}

/** The same tools. One that proposes is run when the user has seen what it proposes and said yes. */
export function approveTools(tools: ToolMap, approvals: Approvals): ToolMap {
  return new Map([...tools].map(([name, tool]) => [name, withApproval(name, tool, approvals)]));
}

function withApproval(name: string, tool: Tool, approvals: Approvals): Tool {
  const { propose } = tool;
  if (!propose) return tool;
  return {
    ...tool,
    async call(args, context) {
      if (!context) throw new Error(`${name} was not run: there is nobody to ask.`);
      const { subject, preview, run } = await propose(args);
      const question = { callId: context.callId, name, subject, preview };
      const { decision, reason } = await approvals.ask(question, context);
      if (decision === "deny") {
        throw new Error(`Not run: the user denied it${reason ? `: ${reason}` : "."}`);
      }
      // whoever hears of the answer may cancel
      if (decision === "cancelled" || context.signal?.aborted) {
        throw new Error("Not run: the user cancelled the turn.");
      }
      return run(context);
    },
  };
}
