import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const phases: Exercise = {
  folder: "13-phases",
  steps: [
    { builds: ["settings.ts#reduceSettings", "create-session.ts#recordChoice"] },
    { builds: ["phases.ts#READING+allows+phaseResponses", "create-session.ts#createSession"] },
    { builds: ["phases.ts#inPhase", "create-session.ts#createSession"] },
    { builds: ["effort.ts#effortResponses", "create-session.ts#createSession"] },
  ],
  start: [
    { file: "settings.ts", symbol: "reduceSettings", as: "before" },
    { file: "create-session.ts", symbol: "recordChoice", as: "before" },
    { file: "create-session.ts", symbol: "createSession", as: "before" },
    {
      file: "phases.ts",
      find: `/** What only reads. A tool that is not named here changes something, or may. */
const READING = new Set([
  "get_current_time",
  "read_workspace_file",
  "list_workspace",
  "search_workspace",
]);

`,
      replace: "",
    },
    { file: "phases.ts", symbol: "allows", step: 2, body: "return true;" },
    { file: "phases.ts", symbol: "phaseResponses", step: 2, body: "return createResponse;" },
    { file: "phases.ts", symbol: "inPhase", step: 3, body: "return tool;" },
    { file: "effort.ts", symbol: "effortResponses", step: 4, body: "return createResponse;" },
  ],
  wrong: [
    {
      title: "What the model does not see runs all the same.",
      shownBy: { scenario: "run-command", phase: "plan" },
      file: "create-session.ts",
      find: "tools: phaseTools(createTools(workspaceRoot, { allowCommands, now }), settings)",
      replace: "tools: createTools(workspaceRoot, { allowCommands, now })",
    },
    {
      title: "The model sees every tool.",
      shownBy: { scenario: "run-command", phase: "plan", wire: true },
      file: "phases.ts",
      find: '"name" in tool && allows(phase, tool.name)',
      replace: '"name" in tool',
    },
    {
      title: "A refusal is an output.",
      shownBy: { scenario: "run-command", phase: "plan" },
      file: "phases.ts",
      find: `      throw new Error(
        \`Not run: in the phase \${phase} nothing is changed, and \${name} is not there. The user can change the phase with /phase build.\`,
      );`,
      replace: `      const output = \`Not run: in the phase \${phase} nothing is changed, and \${name} is not there. The user can change the phase with /phase build.\`;
      return { output };`,
    },
    {
      title: "The promise leaves the try, and its error with it.",
      shownBy: { scenario: "no-reasoning-effort" },
      file: "effort.ts",
      find: "return await createResponse({ ...request, reasoning }, turn);",
      replace: "return createResponse({ ...request, reasoning }, turn);",
    },
    {
      title: "The effort stands around the one who tells of requests.",
      shownBy: { scenario: "no-reasoning-effort" },
      file: "create-session.ts",
      find: `  const asked = effortResponses(withRetries(createResponse, retries), settings);
  const agent = new Agent({
    createResponse: tellRequests(tellResponses(phaseResponses(asked, settings))),`,
      replace: `  const asked = withRetries(createResponse, retries);
  const told = tellRequests(tellResponses(phaseResponses(asked, settings)));
  const agent = new Agent({
    createResponse: effortResponses(told, settings),`,
    },
    {
      title: "The list names what changes something, and not what reads.",
      file: "phases.ts",
      find: "return phases[phase].changes || READING.has(tool);",
      replace: 'return phases[phase].changes || tool !== "run_command";',
    },
    {
      title: "A phase that is chosen at the start has the effort of the phase before.",
      file: "create-session.ts",
      find: "const usual = phase === settings.phase ? settings.effort : phases[phase].effort;",
      replace: "const usual = settings.effort;",
    },
    {
      title: "The fold trusts what a log says.",
      file: "settings.ts",
      find: "const phase = knownPhase(event.phase);",
      replace: "const { phase } = event;",
    },
    {
      title: "Which model takes no effort is not remembered.",
      file: "effort.ts",
      find: "      unable.add(name);\n",
      replace: "",
    },
    {
      title: "The effort stands inside of the retries: its notice ends them.",
      file: "create-session.ts",
      find: "effortResponses(withRetries(createResponse, retries), settings)",
      replace: "withRetries(effortResponses(createResponse, settings), retries)",
    },
  ],
};
