import OpenAI from "openai";
import { createSession } from "../../chapters/07-sessions/create-session.ts";
import { openaiStream } from "../../chapters/07-sessions/openai-stream.ts";
import type { SessionEvent } from "../../shared/events.ts";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { inPlace } from "./kept.ts";

export type Asked = { input: unknown; got: unknown; after: number };

/** Each request of two turns: what the agent asked, what the server got, and how many events were there before. */
export async function askTwice(
  scenario: Scenario,
): Promise<{ asked: Asked[]; events: SessionEvent[] }> {
  return inPlace(scenario, async ({ workspaceRoot, rehearsal }) => {
    const client = new OpenAI({ apiKey: "any", baseURL: rehearsal.url, logLevel: "off" });
    const createResponse = openaiStream(client, scenario.idleMs);
    const events: SessionEvent[] = [];
    const asked: Omit<Asked, "got">[] = [];
    const session = createSession({
      createResponse(request, turn) {
        asked.push({ input: request.input, after: events.length });
        return createResponse(request, turn);
      },
      workspaceRoot,
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns,
    });
    session.subscribe((event) => events.push(event));
    for (const text of [scenario.user, "again"]) await session.dispatch({ type: "turn.run", text });
    const got = rehearsal.requests.map((body) => Object(body).input);
    return { asked: asked.map((each, place) => ({ ...each, got: got[place] })), events };
  });
}
