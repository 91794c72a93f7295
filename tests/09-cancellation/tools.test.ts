import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Agent, type CreateResponse } from "../../chapters/09-cancellation/agent.ts";
import { AgentSession } from "../../chapters/09-cancellation/session.ts";
import {
  handleToolCall,
  simpleTool,
  type Tool,
} from "../../chapters/09-cancellation/tools/registry.ts";
import type { ToolContext } from "../../chapters/09-cancellation/tools/tool.ts";
import type { AgentEvent, SessionEvent } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { countingClock } from "../../shared/trace/stamp.ts";
import { livingMembers } from "../02-tools/living.ts";
import { inPlace } from "../07-sessions/kept.ts";
import { deep } from "../support/deep.ts";
import { told } from "../support/turn-traces.ts";
import { CANCELLED, cancelAt, script, streamed, wholeTurn, withSession } from "./cancelled.ts";

describe.skipIf(process.platform === "win32").concurrent("CAN-01 a cancelled command", () => {
  const others: [name: string, command: string][] = [
    ["sleeps", "sleep 300"],
    ["does not obey", "trap '' TERM; while :; do sleep 0.2; done"],
    ["has closed its output", "exec >/dev/null 2>&1; sleep 300"],
  ];
  const commands: [name: string, command: string][] = [
    ["has children", "sleep 300 & sleep 300 & wait"],
    ["has a grandchild that does not obey", `sh -c "trap '' TERM; sleep 300" & wait`],
    ...(deep ? others : []),
  ];

  it.each(commands)("leaves nothing of its group, when it %s", async (_name, command) => {
    const whole = `echo $$ > leader; echo half; ${command}`;
    const scenario = script(
      answer(call("c1", "run_command", JSON.stringify({ command: whole }))),
      answer(say("Never said.")),
    );
    await withSession(scenario, async ({ session, place, run }) => {
      cancelAt(session, ({ type }) => type === "tool.progress");
      const stopped =
        "tool.failed c1 run_command The command was stopped: the user cancelled the turn. It had printed:\nhalf";
      expect((await run("go")).slice(-2)).toEqual([stopped, CANCELLED]);
      const leader = Number(await readFile(join(place.workspaceRoot, "leader"), "utf8"));
      const living = livingMembers(leader);
      for (const id of living) process.kill(id, "SIGKILL");
      expect(living).toEqual([]);
      place.rehearsal.play(findScenario("greeting"));
      expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
    });
  });
});

const left = "The user cancelled the turn, and the call did not end: it may still work.";

describe.concurrent("a tool that does not end", () => {
  it.each([["works in silence"], ["tells something as it begins"]])(
    "is left behind, when it %s, and what it still says belongs to no turn",
    async (name) => {
      let context: ToolContext | undefined;
      const isQuiet = name === "works in silence";
      const endless = tool((given) => {
        context = given;
        if (!isQuiet) given?.progress("stdout", "I begin.");
        return new Promise(() => {});
      });
      await withTool(endless, async ({ session, run, history }) => {
        const begins = isQuiet ? "tool.started" : "tool.progress";
        if (isQuiet) cancelSoonAfter(session, begins);
        else cancelAt(session, ({ type }) => type === begins);
        expect(await run("go")).toEqual([
          ...["turn.started", "user.message go", "tool.started c1 endless {}"],
          ...(isQuiet ? [] : ["tool.progress c1 endless stdout I begin."]),
          `tool.failed c1 endless ${left}`,
          CANCELLED,
        ]);
        session.subscribe(({ type }) => {
          if (type === "user.message") context?.progress("stdout", "Late.");
        });
        expect(await run("again")).toEqual(greeting("again"));
        const kinds = history().map((item) => Object(item).type ?? Object(item).role);
        expect(kinds).toEqual([
          ...["user", "function_call", "function_call_output"],
          ...["user", "message"],
        ]);
      });
    },
  );

  it("may end itself, in its own words or with a result", async () => {
    const hears = tool(async (context) => {
      await setTimeout(60_000, undefined, { signal: context?.signal }).catch(() => {});
      throw new Error("Half of it is done.");
    });
    const finishes = tool(async (context) => {
      await setTimeout(60_000, undefined, { signal: context?.signal }).catch(() => {});
      return { output: "All of it was done." };
    });
    expect(await callAndCancel(hears)).toEqual([
      "tool.execution.started c1 endless {}",
      "tool.execution.failed c1 endless Half of it is done.",
      "answered Half of it is done.",
    ]);
    expect(await callAndCancel(finishes)).toEqual([
      "tool.execution.started c1 endless {}",
      "tool.execution.finished c1 endless All of it was done. ",
      "answered All of it was done.",
    ]);
  });
});

describe.concurrent("a way to the model", () => {
  it("that does not listen, and tells something behind the end, reaches no turn", async () => {
    await inPlace(findScenario("greeting"), async (place) => {
      let emit: (event: AgentEvent) => void = () => {};
      const ask = streamed(place);
      const deaf: CreateResponse = async (request, turn) => {
        emit = turn?.emit ?? emit;
        return ask(request, turn && { emit: turn.emit });
      };
      const { session, run } = openAgent(deaf, new Map());
      cancelAt(session, ({ type }) => type === "assistant.delta");
      // it is told to the end, since the model will hear it
      expect(await run("hello")).toEqual([...greeting("hello").slice(0, -1), CANCELLED]);
      const before = emit;
      session.subscribe(({ type }) => {
        if (type === "user.message") before({ type: "assistant.delta", text: "Late." });
      });
      expect(await run("again")).toEqual(greeting("again"));
    });
  });
});

/** Of an agent whose responses nobody tells. */
function greeting(text: string): string[] {
  return wholeTurn("greeting", text).filter((line) => !line.startsWith("model.responded"));
}

function tool(work: (context?: ToolContext) => ReturnType<Tool["call"]>): Tool {
  return simpleTool("Does not end.", [], (_args, context) => work(context));
}

/** What the tool's call tells and answers, when it is cancelled while it works. */
async function callAndCancel(endless: Tool): Promise<string[]> {
  const turn = new AbortController();
  const told: string[] = [];
  const emit = ({ type, ...payload }: AgentEvent) => {
    told.push([type, ...Object.values(payload)].join(" "));
  };
  const item = { type: "function_call", call_id: "c1", name: "endless", arguments: "{}" } as const;
  const context = { emit, signal: turn.signal };
  const answered = handleToolCall(new Map([["endless", endless]]), item, context);
  setImmediate(() => turn.abort());
  const answer = await answered;
  return [...told, `answered ${answer}`];
}

type OpenAgent = {
  session: AgentSession;
  run(text: string): Promise<string[]>;
  history(): unknown[];
};

/** An agent with this one tool, in a session. The server calls it in the first turn, and greets in the next. */
async function withTool(endless: Tool, use: (opened: OpenAgent) => Promise<void>): Promise<void> {
  const scenario = script(answer(call("c1", "endless", "{}")), answer(say("Never said.")));
  await inPlace(scenario, async (place) => {
    const opened = openAgent(streamed(place), new Map([["endless", endless]]));
    opened.session.subscribe(({ type }) => {
      if (type === "turn.cancelled") place.rehearsal.play(findScenario("greeting"));
    });
    await use(opened);
  });
}

function openAgent(createResponse: CreateResponse, tools: Map<string, Tool>): OpenAgent {
  const agent = new Agent({ createResponse, model: "any", instructions: "", tools });
  const session = new AgentSession({ agent, ...countingClock() });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  return {
    session,
    history: () => agent.history,
    async run(text) {
      const before = events.length;
      await session.dispatch({ type: "turn.run", text });
      return events.slice(before).map(told);
    },
  };
}

/** While it works, and not in the moment in which it begins. */
function cancelSoonAfter(session: AgentSession, type: SessionEvent["type"]): void {
  session.subscribe((event) => {
    if (event.type === type) setImmediate(() => void session.dispatch({ type: "cancel" }));
  });
}
