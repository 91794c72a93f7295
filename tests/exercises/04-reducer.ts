import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const reducer: Exercise = {
  folder: "04-reducer",
  steps: [
    {
      builds: [
        "state/reduce-status.ts#reduceStatus",
        "state/reduce-session-event.ts#reduceSessionEvent",
      ],
    },
    { builds: ["state/reduce-transcript.ts#reduceTranscript+newItem"] },
    { builds: ["state/reduce-tool-row.ts#reduceToolRow"] },
  ],
  start: [
    { file: "state/reduce-status.ts", symbol: "reduceStatus", step: 1, body: "return status;" },
    {
      ...{ file: "state/reduce-session-event.ts", symbol: "reduceSessionEvent", step: 1 },
      body: "return state;",
    },
    {
      ...{ file: "state/reduce-transcript.ts", symbol: "reduceTranscript", step: 2 },
      body: "return transcript;",
    },
    { file: "state/reduce-transcript.ts", symbol: "newItem", step: 2, body: "return undefined;" },
    { file: "state/reduce-tool-row.ts", symbol: "reduceToolRow", step: 3, body: "return row;" },
  ],
  wrong: [
    {
      title: "A row that prints is changed in place, and the states before with it.",
      file: "state/reduce-tool-row.ts",
      find: "      return { ...row, output: row.output + textOrEmpty(event.text) };",
      replace: `      row.output += textOrEmpty(event.text);
      return row;`,
    },
    {
      title: "Every call of the same tool gets what one of them prints.",
      file: "state/reduce-tool-row.ts",
      find: `      if (event.callId !== row.callId) return row;
      return { ...row, output: row.output + `,
      replace: `      if (event.name !== row.name) return row;
      return { ...row, output: row.output + `,
    },
    {
      title: "What the model reads takes the place of what was printed.",
      file: "state/reduce-tool-row.ts",
      find: "output: row.output || textOrEmpty(event.output)",
      replace: "output: textOrEmpty(event.output)",
    },
    {
      title: "A call runs on after its turn has failed.",
      file: "state/reduce-tool-row.ts",
      find: `    case "turn.failed":
`,
      replace: "",
    },
    {
      title: "A call whose turn lost its ending runs on in the next.",
      file: "state/reduce-tool-row.ts",
      find: `    case "turn.started":
`,
      replace: "",
    },
    {
      title: "A call that has ended is moved by what comes later.",
      file: "state/reduce-tool-row.ts",
      find: `  if (row.status !== "running") return row;
`,
      replace: "",
    },
    {
      title: "A call that fails loses what it printed.",
      file: "state/reduce-tool-row.ts",
      find: "return failRow(row, textOrEmpty(event.error));",
      replace: 'return failRow({ ...row, output: "" }, textOrEmpty(event.error));',
    },
    {
      title: "A start that is told twice makes a second row.",
      file: "state/reduce-transcript.ts",
      find: `      if (open.some((item) => isRunning(item) && item.callId === callId)) return undefined;
`,
      replace: "",
    },
    {
      title: "An id that comes again after its call has ended makes no row.",
      file: "state/reduce-transcript.ts",
      find: "isRunning(item) && item.callId === callId)",
      replace: 'item.kind === "tool" && item.callId === callId)',
    },
    {
      title: "What is new stands before the call that runs.",
      file: "state/reduce-transcript.ts",
      find: "open: [...reduced, added] });",
      replace: "open: [added, ...reduced] });",
    },
    {
      title: "Only the newest of the open rows hears of an event.",
      file: "state/reduce-transcript.ts",
      find: 'item.kind === "tool" ? reduceToolRow(item, event) : item',
      replace: 'item.kind === "tool" && item === open.at(-1) ? reduceToolRow(item, event) : item',
    },
    {
      title: "A turn that failed still counts as running.",
      file: "state/reduce-status.ts",
      find: `    case "turn.failed":
`,
      replace: "",
    },
    {
      title: "An event that changes nothing makes a new state all the same.",
      file: "state/reduce-session-event.ts",
      find: `  if (transcript === state.transcript && status === state.status) return state;
`,
      replace: "",
    },
  ],
};
