import type { Responses } from "openai/resources";
import type { CreateResponse } from "../../chapters/02-tools/agent.ts";
import { messageText } from "../../chapters/02-tools/response-items.ts";
import type { ToolMap } from "../../chapters/02-tools/tools/tool.ts";
import type { SessionEventBody } from "../events.ts";

/** What chapters 01 and 02 let one see of an agent. */
export type WatchedAgent = {
  history: Responses.ResponseInputItem[];
  runOneUserTurn(text: string): Promise<string>;
};

export type Watcher = {
  /** The model and the tools with a watcher at their door: to be given to the agent. */
  watchModel(createResponse: CreateResponse): CreateResponse;
  watchTools(tools: ToolMap): ToolMap;
  /** Runs one turn and resolves when its ending has been told. Never rejects. */
  runTurn(agent: WatchedAgent, text: string): Promise<void>;
};

type Call = Responses.ResponseFunctionToolCall;

/**
 * Names what an agent does that has no events of its own. Whenever the agent comes to a door, the watcher
 * tells the items of the last response up to there, in their order. A call that never reaches a tool, or
 * whose tool throws, shows in the history, which holds what the model is told about it.
 */
export function createWatcher(tell: (event: SessionEventBody) => void): Watcher {
  let watched: Pick<WatchedAgent, "history"> = { history: [] };
  let untold: Responses.ResponseOutputItem[] = [];
  let historyBefore = 0;
  let answersTold = 0;
  let thrown: Call | undefined;

  function expect(output: Responses.ResponseOutputItem[]): void {
    untold = [...output];
    historyBefore = watched.history.length;
    answersTold = 0;
  }

  /** Stops at the call that has no answer yet, which is the one whose tool is about to run. */
  function tellUpToHere(): Call | undefined {
    const answers = watched.history.slice(historyBefore).flatMap((item) => answerOf(item));
    const told = answers[answersTold];
    if (thrown && told !== undefined) {
      answersTold++;
      tell({ type: "tool.failed", ...identityOf(thrown), error: told });
    }
    thrown = undefined;
    // an agent that drops a response leaves nothing of it to tell
    if (watched.history.length === historyBefore) untold = [];
    for (let item = untold.shift(); item; item = untold.shift()) {
      const text = messageText(item);
      if (text) tell({ type: "assistant.message", text });
      if (item.type !== "function_call") continue;
      tell({ type: "tool.started", ...identityOf(item), args: item.arguments });
      const answer = answers[answersTold];
      if (answer === undefined) return item;
      answersTold++;
      tell({ type: "tool.failed", ...identityOf(item), error: answer });
    }
    return undefined;
  }

  return {
    watchModel: (createResponse) => async (request) => {
      tellUpToHere();
      const response = await createResponse(request);
      expect(response.output ?? []);
      return response;
    },

    watchTools: (tools) =>
      new Map(
        [...tools].map(([name, tool]) => {
          const call: typeof tool.call = async (args) => {
            const started = tellUpToHere();
            try {
              const result = await tool.call(args);
              if (started)
                tell({ type: "tool.finished", ...identityOf(started), output: result.output });
              answersTold++;
              return result;
            } catch (error) {
              thrown = started;
              throw error;
            }
          };
          return [name, { ...tool, call }];
        }),
      ),

    runTurn: async (agent, text) => {
      watched = agent;
      expect([]);
      tell({ type: "turn.started" });
      tell({ type: "user.message", text });
      try {
        await agent.runOneUserTurn(text);
        tellUpToHere();
        tell({ type: "turn.completed" });
      } catch (error) {
        tellUpToHere();
        tell({
          type: "turn.failed",
          error: error instanceof Error ? error.message : String(error),
        });
      }
    },
  };
}

function identityOf(call: Call): { callId: string; name: string } {
  return { callId: call.call_id, name: call.name };
}

function answerOf(item: Responses.ResponseInputItem): string[] {
  return item.type === "function_call_output" ? [String(item.output)] : [];
}
