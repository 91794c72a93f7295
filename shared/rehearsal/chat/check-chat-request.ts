import { checkFields, checkModel, type Fields } from "../check-fields.ts";
import { checkFunction, checkTools } from "../check-tools.ts";
import { isObject, type JsonObject } from "../json-value.ts";
import { type Refusal, refuse, refuseMissing, refuseType, refuseValue } from "../refusal.ts";
import { checkAnswers } from "./check-answers.ts";
import { checkMessage } from "./check-message.ts";
import type { ChatMessage } from "./message.ts";

/** The messages of the request, or what the API would say against it. Fields that are not known are nobody's mistake. */
export function checkChatRequest(body: JsonObject): ChatMessage[] | Refusal {
  return (
    checkModel(body) ??
    checkFields(body, fields) ??
    checkStreamOptions(body) ??
    checkTools(body.tools, checkTool) ??
    checkMessages(body.messages)
  );
}

const fields: Fields = {
  stream: ["a boolean", (value) => typeof value === "boolean"],
  stream_options: ["an object", isObject],
  max_tokens: ["an integer", Number.isInteger],
  max_completion_tokens: ["an integer", Number.isInteger],
  reasoning_effort: ["a string", (value) => typeof value === "string"],
};

function checkStreamOptions({ stream, stream_options }: JsonObject): Refusal | undefined {
  if (stream === true || stream_options === undefined || stream_options === null) return undefined;
  const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  return refuse(message, "stream_options");
}

const toolTypes = ["function", "custom"];

function checkTool(param: string, tool: JsonObject): Refusal | undefined {
  const type = String(tool.type);
  if (!toolTypes.includes(type)) return refuseValue(`${param}.type`, type, toolTypes);
  if (type === "custom") return undefined;
  if (tool.function === undefined) return refuseMissing(`${param}.function`);
  if (!isObject(tool.function)) return refuseType(`${param}.function`, "an object", tool.function);
  return checkFunction(`${param}.function`, tool.function);
}

function checkMessages(messages: unknown): ChatMessage[] | Refusal {
  if (messages === undefined || messages === null) return refuseMissing("messages");
  if (!Array.isArray(messages)) return refuseType("messages", "an array of objects", messages);
  if (messages.length === 0) {
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    return refuse(message, "messages", "empty_array");
  }
  for (const [index, message] of messages.entries()) {
    const refusal = checkMessage(index, message);
    if (refusal) return refusal;
  }
  return checkAnswers(messages) ?? messages;
}
