import type { Command } from "commander";
import { chapters } from "../course/chapters.ts";
import { chooseModel } from "../course/choose-model.ts";
import { checkPlayable, openScenarioWorkspace } from "../course/scenario-workspace.ts";
import type { PhaseName, SessionEvent } from "../events.ts";
import { findScenario, scenarios } from "../rehearsal/scenarios/all.ts";
import { findTraced } from "./find-traced.ts";
import { type TracedChapter, type TracedProvider, tracedProviders } from "./load-chapter.ts";
import { chooseLook } from "./look.ts";
import type { Approval } from "./run-trace.ts";
import { countingClock, systemClock } from "./stamp.ts";
import type { WireEntry } from "./wire.ts";

type TraceFlags = {
  scenario?: string;
  json?: boolean;
  wire?: boolean;
  cancelAfter?: string;
  provider?: string;
  phase?: string;
  approve?: string;
  workspace?: string;
  fresh?: boolean;
  allowCommands?: boolean;
};

/** `one-turn trace NN "prompt"`: exit code 0 when the turn completed, 1 when it did not. */
export function addTraceCommand(program: Command): void {
  program
    .command("trace <chapter> [prompt...]")
    .description(
      "run one turn of a chapter, or of a folder such as workshop/02-tools, and print its events in order",
    )
    .option("--scenario <name>", "play a script of the rehearsal model, in a workspace of its own")
    .option("--json", "one event per line, as JSON")
    .option("--wire", "what went to the model and came back, between the events")
    .option(
      "--cancel-after <event>",
      "cancel the turn at its first event of this type (from 09 on)",
    )
    .option("--phase <name>", "take the turn in this phase: plan, build or review (from 13 on)")
    .option(
      "--approve <answer>",
      "answer each call that asks: once, session or deny (from 14 on; default: once, and deny for a real model)",
    )
    .option("--provider <name>", "ask on this wire: openai, chat or stored (from 12 on)")
    .option(
      "--workspace <folder>",
      "the folder that the tools work in (default: the practice project)",
    )
    .option("--fresh", "start from a new copy of the practice project")
    .option("--allow-commands", "let a real model run shell commands (the rehearsal model may)")
    .action(traceOneTurn);
}

async function traceOneTurn(name: string, words: string[], flags: TraceFlags): Promise<void> {
  const chapter = findTraced(name);
  const scenario = flags.scenario === undefined ? undefined : findScenario(flags.scenario);
  const text = words.length > 0 ? words.join(" ") : scenario?.user;
  if (!text?.trim()) throw new Error(nothingToSay(name, chapter));
  if (scenario) checkPlayable(scenario, chapter);
  const approve = findApproval(flags.approve, chapter);
  const phase = findPhase(flags.phase, chapter);
  const provider = findTracedProvider(flags.provider, chapter);
  const cancelAfter = findCancelAfter(flags.cancelAfter, chapter);

  // the client takes longer to load than all the rest, and other commands do without it
  const [{ runTrace }, { loadBundled }, print] = await Promise.all([
    import("./run-trace.ts"),
    import("./load-bundled.ts"),
    import("./print-trace.ts"),
  ]);
  const workspaceRoot = await openScenarioWorkspace(scenario, flags);
  const model = await chooseModel(scenario ? { scenario } : {});
  if (isSet("OPENAI_API_KEY") || isSet("OPENAI_BASE_URL")) console.error(model.said);
  let completed = false;
  // a folder of the learner's may end the process itself
  process.once("exit", () => {
    if (!completed) process.exitCode = 1;
  });
  try {
    const events = await runTrace({
      chapter,
      prompts: [text],
      workspaceRoot,
      model: {
        baseURL: model.env.OPENAI_BASE_URL,
        apiKey: model.env.OPENAI_API_KEY,
        name: model.env.OPENAI_MODEL ?? "gpt-5-mini",
      },
      allowCommands: !model.real || flags.allowCommands === true,
      maxToolTurns: scenario?.maxToolTurns ?? MOST_TOOL_TURNS,
      idleMs: scenario?.idleMs,
      cancelAfter,
      provider,
      phase,
      approve: approve ?? (model.real ? "deny" : "once"),
      load: loadBundled,
      clock: process.env.ONE_TURN_REPRODUCIBLE ? countingClock() : systemClock,
      ...printers(flags, print, model.env.OPENAI_API_KEY),
    });
    completed = events.at(-1)?.type === "turn.completed";
    if (events.length === 0) {
      throw new Error("The turn told no event: nothing is published yet, or nobody hears it.");
    }
  } finally {
    await model.close();
  }
}

/** As in the chapters' own programs. */
const MOST_TOOL_TURNS = 50;

type Print = typeof import("./print-trace.ts");

type Printers = {
  onEvent: (event: SessionEvent) => void;
  onWire?: (entry: WireEntry) => void;
};

/** In characters. What is shorter is a word that a local server is given. */
const SHORTEST_KEY = 8;

/** A server may say the key again. */
function printers({ json, wire }: TraceFlags, print: Print, key: string): Printers {
  const { eventRow, inputLength, wireRows } = print;
  const isSecret = key.length >= SHORTEST_KEY;
  const say = (line: string) =>
    console.log(isSecret ? line.replaceAll(key, "[key removed]") : line);
  const look = chooseLook(process.stdout, process.env);
  const onEvent = (event: SessionEvent) =>
    say(json ? JSON.stringify(event) : eventRow(event, look));
  if (!wire) return { onEvent };
  let known = 0;
  const onWire = (entry: WireEntry) => {
    if (json) return say(JSON.stringify(entry));
    for (const row of wireRows(entry, known, look)) say(row);
    if (entry.wire === "request") known = inputLength(entry);
  };
  return { onEvent, onWire };
}

function findCancelAfter(
  type: string | undefined,
  { number }: TracedChapter,
): SessionEvent["type"] | undefined {
  if (type === undefined) return undefined;
  if (number < 9)
    throw new Error("A turn can be cancelled from chapter 09 on: see --cancel-after.");
  const types = chapters
    .filter((chapter) => chapter.number <= number)
    .flatMap(({ newEvents }) => newEvents)
    .filter((each) => !each.startsWith("session.") && each !== "notice");
  const found = types.find((each) => each === type);
  if (found) return found;
  throw new Error(`No turn has an event "${type}". Use one of: ${types.join(", ")}.`);
}

function findTracedProvider(
  name: string | undefined,
  { number }: TracedChapter,
): TracedProvider | undefined {
  if (name === undefined) return undefined;
  if (number < 12) throw new Error("There are providers from chapter 12 on: see --provider.");
  const found = tracedProviders.find((each) => each === name);
  if (found) return found;
  throw new Error(
    `The trace has no provider "${name}". Use one of: ${tracedProviders.join(", ")}.`,
  );
}

const approvals = ["once", "session", "deny"] as const;

function findApproval(answer: string | undefined, { number }: TracedChapter): Approval | undefined {
  if (answer === undefined) return undefined;
  if (number < 14) throw new Error("Calls ask from chapter 14 on: see --approve.");
  const found = approvals.find((each) => each === answer);
  if (found) return found;
  throw new Error(`--approve takes ${approvals.join(", ")}, not "${answer}".`);
}

const phases = ["plan", "build", "review"] as const;

function findPhase(name: string | undefined, { number }: TracedChapter): PhaseName | undefined {
  if (name === undefined) return undefined;
  if (number < 13) throw new Error("There are phases from chapter 13 on: see --phase.");
  const found = phases.find((each) => each === name);
  if (found) return found;
  throw new Error(`There is no phase "${name}". Use one of: ${phases.join(", ")}.`);
}

function isSet(variable: string): boolean {
  return Boolean(process.env[variable]?.trim());
}

function nothingToSay(name: string, { number }: TracedChapter): string {
  const playable = scenarios.filter(({ from }) => from <= number);
  const names = playable.map((scenario) => scenario.name).join(", ");
  return `Say what the user types, as in: one-turn trace ${name} "read notes.txt". Or name a scenario with --scenario: ${names}.`;
}
