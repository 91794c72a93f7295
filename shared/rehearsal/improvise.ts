import {
  type Item,
  isCall,
  isFromModel,
  isOutput,
  isUserMessage,
  readTexts,
  sinceLastUser,
} from "./conversation.ts";
import { fillArguments } from "./fill-arguments.ts";
import { findTool, type OfferedTool, readTools } from "./find-tool.ts";
import { readWish, type ToolFamily, type Wish } from "./read-wish.ts";
import type { ScriptedResponse } from "./scenario.ts";
import { sumUp } from "./sum-up.ts";

/** An answer without a script, by plain rules. It says what it is: nobody is to take it for a language model. */
export function improvise(conversation: Item[], offered: unknown): ScriptedResponse {
  const tools = readTools(offered);
  const turn = sinceLastUser(conversation);
  const outputs = turn.slice(turn.findLastIndex(isFromModel) + 1).filter(isOutput);
  if (outputs.length > 0) return say(sumUp(outputs, conversation));
  const wish = turn.some(isFromModel) ? undefined : findWish(conversation);
  if (!wish) return say(introduce(tools));
  if (wish.kind === "greet") return say(`Hello! ${introduce(tools)}`);
  if (wish.kind === "recall") return say(recall(conversation));
  if (wish.kind === "repeat") return say(repeat(conversation));
  return callTool(wish.kind, wish.subject, tools, conversation);
}

function say(text: string): ScriptedResponse {
  return { output: [{ type: "message", text }] };
}

/** Some clients put notes of their own into the message: the first part that fits a rule counts. */
function findWish(conversation: Item[]): Wish | undefined {
  const wishes = readTexts(conversation.findLast(isUserMessage)?.content).map(readWish);
  return wishes.find((wish) => wish !== undefined);
}

function recall(conversation: Item[]): string {
  const before = conversation.filter(isUserMessage).at(-2);
  return before
    ? `You said: ${readTexts(before.content).join("\n")}`
    : "You said nothing before that.";
}

function repeat(conversation: Item[]): string {
  const texts = conversation
    .filter((item) => isFromModel(item) && item.type === "message")
    .map((item) => readTexts(item.content).join("\n"));
  const last = texts.at(-1);
  return last === undefined ? "I said nothing before that." : `I said: ${last}`;
}

function callTool(
  family: ToolFamily,
  subject: string,
  tools: OfferedTool[],
  conversation: Item[],
): ScriptedResponse {
  const tool = findTool(tools, family);
  const args = tool && fillArguments(tool, family, subject);
  if (!args) return say(`I have no tool to ${abilities[family].does} here. ${introduce(tools)}`);
  const callId = `call_${conversation.filter(isCall).length + 1}`;
  return { output: [{ type: "call", callId, name: tool.name, args }] };
}

const abilities: Record<ToolFamily, { does: string; example: string }> = {
  read: { does: "read a file", example: '"read FILE"' },
  list: { does: "list a folder", example: '"list FOLDER"' },
  search: { does: "search", example: '"search TEXT"' },
  run: { does: "run a command", example: '"run COMMAND"' },
  time: { does: "tell the time", example: '"what time is it"' },
};

function introduce(tools: OfferedTool[]): string {
  const families = Object.keys(abilities) as ToolFamily[];
  const examples = families
    .filter((family) => findTool(tools, family))
    .map((family) => abilities[family].example);
  const list = [...examples, '"what did I say"', '"what did you say"'].join(", ");
  return `I am the rehearsal model: I can follow ${list}; set OPENAI_API_KEY for a real one.`;
}
