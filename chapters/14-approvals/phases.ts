import type { Effort, PhaseName } from "../../shared/events.ts";
import type { CreateResponse } from "./agent.ts";
import type { Settings } from "./settings.ts";
import { phaseNames } from "./state/known-phase.ts";
import type { Tool, ToolMap } from "./tools/tool.ts";

export type Phase = {
  /** For the model, behind what it is told anyway. */
  instructions: string;
  /** How much it thinks, where the user has not said. */
  effort: Effort;
  /** Whether it may use what changes files or runs programs. */
  changes: boolean;
};

export const phases: Record<PhaseName, Phase> = {
  plan: {
    instructions:
      "You are planning. Look at what is there, change nothing, and answer with numbered steps and what is uncertain.",
    effort: "high",
    changes: false,
  },
  build: {
    instructions: "You are building. Take small steps, and check each one.",
    effort: "medium",
    changes: true,
  },
  review: {
    instructions:
      "You are reviewing. Change nothing. Name what is wrong, where it is and why, the worst first.",
    effort: "high",
    changes: false,
  },
};

export const efforts: Effort[] = ["off", "low", "medium", "high"];

export function isPhase(text: string): text is PhaseName {
  return phaseNames.some((name) => name === text);
}

/** What only reads. A tool that is not named here changes something, or may. */
const READING = new Set([
  "get_current_time",
  "read_workspace_file",
  "list_workspace",
  "search_workspace",
]);

function allows(phase: PhaseName, tool: string): boolean {
  return phases[phase].changes || READING.has(tool);
}

/** The same way to the model, which is told of the phase and sees the tools of it. */
export function phaseResponses(
  createResponse: CreateResponse,
  settings: () => Settings,
): CreateResponse {
  return (request, turn) => {
    const { phase } = settings();
    const instructions = `${request.instructions}\n${phases[phase].instructions}`;
    const tools = request.tools?.filter((tool) => "name" in tool && allows(phase, tool.name));
    return createResponse({ ...request, instructions, tools }, turn);
  };
}

/** The same tools. What is not shown is refused as well: a model may call what it has seen before. The phase is that of the call. */
export function phaseTools(tools: ToolMap, settings: () => Settings): ToolMap {
  return new Map([...tools].map(([name, tool]) => [name, inPhase(name, tool, settings)]));
}

function inPhase(name: string, tool: Tool, settings: () => Settings): Tool {
  return {
    ...tool,
    call(args, context) {
      const { phase } = settings();
      if (allows(phase, name)) return tool.call(args, context);
      throw new Error(
        `Not run: in the phase ${phase} nothing is changed, and ${name} is not there. The user can change the phase with /phase build.`,
      );
    },
  };
}
