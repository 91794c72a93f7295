import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const cancellation: Exercise = {
  folder: "09-cancellation",
  steps: [
    {
      builds: [
        "session.ts#AgentSession.controller+AgentSession.cancel+AgentSession.runTurn+AgentSession.runAgent",
      ],
    },
    { builds: ["stream-events.ts#streamEvents", "agent.ts#Agent.runOneUserTurn"] },
    { builds: ["tools/registry.ts#handleToolCall"] },
    { builds: ["ctrl-c.ts#ctrlC"] },
  ],
  start: [
    { ...{ file: "session.ts", symbol: "AgentSession.cancel", step: 1 }, body: "return;" },
    {
      file: "session.ts",
      find: `  /** Of the turn that runs. */
  private controller = new AbortController();
`,
      replace: "",
    },
    {
      file: "session.ts",
      find: `    this.controller = new AbortController();
    this.publish`,
      replace: "    this.publish",
    },
    {
      file: "session.ts",
      find: `    const ended = await this.runAgent(text, turnId);
    // a cancel that was heard is the ending, whatever the agent made of it
    const ending = this.controller.signal.aborted ? cancelled : ended;
`,
      replace: `    const ending = await this.runAgent(text, turnId);
`,
    },
    {
      file: "session.ts",
      find: `    const { signal } = this.controller;
`,
      replace: "",
    },
    { file: "session.ts", find: "{ emit, signal }", replace: "{ emit }" },
    {
      file: "stream-events.ts",
      find: `  const ends = signal ? AbortSignal.any([leave.signal, signal]) : leave.signal;
`,
      replace: `  // Step 2: cancelling is not written yet.
`,
    },
    { file: "stream-events.ts", find: "signal: ends", replace: "signal: leave.signal" },
    { file: "stream-events.ts", find: "() => limitMs, signal)", replace: "() => limitMs)" },
    {
      file: "stream-events.ts",
      find: `      signal?.throwIfAborted();
      if`,
      replace: "      if",
    },
    {
      file: "stream-events.ts",
      find: `  } catch (error) {
    signal?.throwIfAborted();
`,
      replace: `  } catch (error) {
`,
    },
    {
      file: "agent.ts",
      find: `      turn?.signal?.throwIfAborted();
`,
      replace: "",
    },
    {
      file: "tools/registry.ts",
      find: `  const { signal } = context;
`,
      replace: `  // Step 3: cancelling is not written yet.
  const { signal } = context;
`,
    },
    {
      file: "tools/registry.ts",
      find: `    // only now: whoever hears of the start may cancel
    if (signal?.aborted) throw new Error("Not run: the user cancelled the turn before.");
`,
      replace: "",
    },
    { file: "tools/registry.ts", find: "{ progress, signal }", replace: "{ progress }" },
    {
      ...{ file: "ctrl-c.ts", symbol: "ctrlC", step: 4 },
      body: 'return isEmpty ? "exit" : "clear";',
    },
  ],
  wrong: [
    {
      title: "What the agent made of the cancel is the ending.",
      shownBy: { scenario: "run-command", cancelAfter: "tool.progress" },
      file: "session.ts",
      find: `    this.publish(ending, turnId);
`,
      replace: `    this.publish(ended, turnId);
`,
    },
    {
      title: "The cancel is told twice: when it is asked for, and when the turn has ended.",
      shownBy: { scenario: "run-command", cancelAfter: "tool.progress" },
      file: "session.ts",
      find: `    this.status = "cancelling";
    this.controller.abort`,
      replace: `    this.status = "cancelling";
    this.publish(cancelled);
    this.controller.abort`,
    },
    {
      title:
        "The signal is made when the beginning of the turn has been told, and a cancel was heard by then.",
      shownBy: { scenario: "text-beside-call", cancelAfter: "turn.started" },
      file: "session.ts",
      find: `    this.controller = new AbortController();
    this.publish({ type: "turn.started" }, turnId);
    this.publish({ type: "user.message", text }, turnId);
`,
      replace: `    this.publish({ type: "turn.started" }, turnId);
    this.publish({ type: "user.message", text }, turnId);
    this.controller = new AbortController();
`,
    },
    {
      title: "A cancel that makes the agent fail is told as a failure.",
      shownBy: { scenario: "run-command", cancelAfter: "tool.progress" },
      file: "session.ts",
      find: "this.controller.signal.aborted ? cancelled : ended;",
      replace:
        'this.controller.signal.aborted && ended.type === "turn.completed" ? cancelled : ended;',
    },
    {
      title: "What has come of the stream by then is still told.",
      shownBy: { scenario: "slow", cancelAfter: "assistant.delta" },
      file: "stream-events.ts",
      find: `() => limitMs, signal)) {
      const type = String(event?.type);
      if (IN_AN_ITEM.test(type)) limitMs = idleMs;
      else if (AROUND_ITEMS.test(type)) limitMs = client.timeout;
      if (++count % PART === 0) await setImmediate();
      signal?.throwIfAborted();
`,
      replace: `() => limitMs)) {
      const type = String(event?.type);
      if (IN_AN_ITEM.test(type)) limitMs = idleMs;
      else if (AROUND_ITEMS.test(type)) limitMs = client.timeout;
      if (++count % PART === 0) await setImmediate();
`,
    },
    {
      title: "Behind a cancel the agent tells nothing more of a response that came whole.",
      shownBy: { scenario: "two-calls", cancelAfter: "tool.finished" },
      file: "agent.ts",
      find: `      for (const item of response.output) {
`,
      replace: `      for (const item of response.output) {
        turn?.signal?.throwIfAborted();
`,
    },
    {
      title: "The calls behind a cancel are passed over: no edge, and no answer.",
      shownBy: { scenario: "two-calls", cancelAfter: "tool.finished" },
      file: "agent.ts",
      find: 'if (item.type !== "function_call") continue;',
      replace: 'if (item.type !== "function_call" || turn?.signal?.aborted) continue;',
    },
    {
      title: "A call asks for the cancel before it is started, and not again.",
      shownBy: { scenario: "text-beside-call", cancelAfter: "tool.started" },
      file: "tools/registry.ts",
      find: `  context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
  try {
    if (context.refusal) throw new Error(context.refusal);
    // only now: whoever hears of the start may cancel
    if (signal?.aborted) throw`,
      replace: `  const isLate = signal?.aborted;
  context.emit?.({ type: "tool.execution.started", ...identity, args: call.arguments });
  try {
    if (context.refusal) throw new Error(context.refusal);
    if (isLate) throw`,
    },
    {
      title: "A tool that works does not hear of the cancel.",
      shownBy: { scenario: "run-command", cancelAfter: "tool.progress" },
      file: "tools/registry.ts",
      find: "{ progress, signal }",
      replace: "{ progress }",
    },
    {
      title: "One signal for all turns: a cancel is for ever.",
      file: "session.ts",
      find: `    this.controller = new AbortController();
    this.publish`,
      replace: "    this.publish",
    },
    {
      title: "A cancel while nothing runs is kept for the next turn.",
      file: "session.ts",
      find: `    if (this.status !== "running") return;
`,
      replace: "",
    },
    {
      title: "The status does not say that the turn is being cancelled.",
      file: "session.ts",
      find: `    this.status = "cancelling";
`,
      replace: "",
    },
    {
      title: "One more request is sent behind the cancel.",
      file: "agent.ts",
      find: `      turn?.signal?.throwIfAborted();
`,
      replace: "",
    },
    {
      title:
        "The second Ctrl+C does what the first did: a turn that does not end holds the program.",
      file: "ctrl-c.ts",
      find: 'turn === "cancelling" ? "exit" : "cancel"',
      replace: '"cancel"',
    },
    {
      title: "Ctrl+C clears what is typed first, and the turn goes on.",
      file: "ctrl-c.ts",
      find: `  if (turn === "idle") return isEmpty ? "exit" : "clear";
`,
      replace: `  if (turn === "idle" || !isEmpty) return isEmpty ? "exit" : "clear";
`,
    },
  ],
};
