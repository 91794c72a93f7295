import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const approvals: Exercise = {
  folder: "14-approvals",
  steps: [
    { builds: ["approvals.ts#withApproval", "create-session.ts#createSession"] },
    { builds: ["approvals.ts#openApprovals", "session.ts#AgentSession.dispatch"] },
    { builds: ["approvals.ts#openApprovals", "approvals.ts#withApproval"] },
    { builds: ["approvals.ts#openApprovals"] },
  ],
  start: [
    { file: "approvals.ts", symbol: "withApproval", step: 1, body: "return tool;" },
    {
      file: "create-session.ts",
      find: "phaseTools(approveTools(tools, approvals), settings)",
      replace: "phaseTools(tools, settings)",
    },
    {
      ...{ file: "approvals.ts", symbol: "openApprovals", step: 2 },
      body: `return {
  async ask() {
    return { decision: "deny" };
  },
  answer() {},
};`,
    },
    {
      file: "session.ts",
      find: `    if (command.type === "approval.answer") {
      const { type, callId, ...answer } = command;
      this.options.approvals.answer(callId, answer);
      return;
    }
    if (this.status !== "idle") {
      throw new Error(\`"\${command.type}" has to wait: a turn is \${this.status}.\`);
    }
`,
      replace: `    if (this.status !== "idle") {
      throw new Error(\`"\${command.type}" has to wait: a turn is \${this.status}.\`);
    }
    // Step 2: an answer is not handed on yet.
    if (command.type === "approval.answer") return;
`,
    },
  ],
  wrong: [
    {
      title: "A denial is an output.",
      shownBy: { scenario: "edit-file", approve: "deny" },
      file: "approvals.ts",
      find: `        throw new Error(\`Not run: the user denied it\${reason ? \`: \${reason}\` : "."}\`);`,
      replace: `        return { output: \`Not run: the user denied it\${reason ? \`: \${reason}\` : "."}\` };`,
    },
    {
      title: "A question that is cancelled has no second edge.",
      shownBy: { scenario: "run-command", cancelAfter: "approval.requested" },
      file: "approvals.ts",
      find: `    if (answer.decision === "session") allowed.add(permission);`,
      replace: `    if (answer.decision === "cancelled") return answer;
    if (answer.decision === "session") allowed.add(permission);`,
    },
    {
      title: "A yes counts, also beside a cancel.",
      shownBy: { scenario: "run-command", cancelAfter: "approval.requested" },
      file: "approvals.ts",
      find: `const answer: Answer = signal?.aborted ? { decision: "cancelled" } : given;`,
      replace: "const answer: Answer = given;",
    },
    {
      title: "A call is run behind a cancel that came with its answer.",
      shownBy: { scenario: "run-command", cancelAfter: "approval.resolved" },
      file: "approvals.ts",
      find: `if (decision === "cancelled" || context.signal?.aborted) {`,
      replace: `if (decision === "cancelled") {`,
    },
    {
      title: "A tool that the phase withholds asks.",
      shownBy: { scenario: "edit-file", phase: "plan" },
      file: "create-session.ts",
      find: "phaseTools(approveTools(tools, approvals), settings)",
      replace: "approveTools(phaseTools(tools, settings), approvals)",
    },
    {
      title: "The question is told before an answer can be taken.",
      file: "approvals.ts",
      find: `    let withdraw = () => {};
    const answered = new Promise<Answer>((resolve) => {
      // before it is told: whoever hears of it may answer at once
      open.set(callId, resolve);
      withdraw = () => resolve({ decision: "cancelled" });
      signal?.addEventListener("abort", withdraw);
    });
    emit({ type: "approval.requested", ...question });
`,
      replace: `    let withdraw = () => {};
    emit({ type: "approval.requested", ...question });
    const answered = new Promise<Answer>((resolve) => {
      open.set(callId, resolve);
      withdraw = () => resolve({ decision: "cancelled" });
      signal?.addEventListener("abort", withdraw);
    });
`,
    },
    {
      title: "A second answer is taken.",
      file: "approvals.ts",
      find: `      // the first answer is the answer
      open.delete(callId);
`,
      replace: "",
    },
    {
      title: "Each question leaves a listener at the signal.",
      file: "approvals.ts",
      find: `    signal?.removeEventListener("abort", withdraw);\n`,
      replace: "",
    },
    {
      title: "What is allowed for the session is every command that begins with the same word.",
      file: "approvals.ts",
      find: "JSON.stringify([name, subject])",
      replace: 'JSON.stringify([name, subject.split(" ")[0]])',
    },
    {
      title: "What is allowed for the session is a path, for whatever tool.",
      file: "approvals.ts",
      find: "JSON.stringify([name, subject])",
      replace: "subject",
    },
    {
      title: "What is run is computed after the yes.",
      file: "approvals.ts",
      find: `      const { subject, preview, run } = await propose(args);`,
      replace: `      const { subject, preview } = await propose(args);
      const run = async (given: ToolContext) => (await propose(args)).run(given);`,
    },
  ],
};
