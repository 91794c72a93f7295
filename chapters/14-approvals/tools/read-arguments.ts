import type { Responses } from "openai/resources";
import type { Tool, ToolArguments } from "./tool.ts";

/** The arguments as the tool declared them. Throws a sentence for the model that says what is wrong. */
export function readArguments(
  tool: Tool,
  { name, arguments: text }: Responses.ResponseFunctionToolCall,
): ToolArguments {
  const takes = tool.arguments.map((argument) => `${argument.name} (${argument.type})`).join(", ");
  const refuse = (problem: string) =>
    new Error(`${name} was not run: ${problem}. It takes ${takes || "no arguments"}.`);

  const args = parseObject(text === "" && takes === "" ? "{}" : text);
  if (!args) throw refuse(`${JSON.stringify(text.slice(0, 200))} is not a JSON object`);
  for (const argument of tool.arguments) {
    const quoted = JSON.stringify(argument.name);
    if (!Object.hasOwn(args, argument.name)) throw refuse(`${quoted} is missing`);
    if (typeof args[argument.name] !== argument.type) {
      throw refuse(`${quoted} is ${JSON.stringify(args[argument.name]).slice(0, 200)}`);
    }
    if (isRepeated(argument.name, text)) throw refuse(`${quoted} is given twice`);
  }
  const declared = tool.arguments.map((argument) => argument.name);
  const unknown = Object.keys(args).find((key) => !declared.includes(key));
  if (unknown !== undefined)
    throw refuse(`it has no argument ${JSON.stringify(unknown.slice(0, 100))}`);
  return args as ToolArguments;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** JSON.parse keeps the last of two equal keys and says nothing. A key stands after `{` or `,`, a value never does. */
function isRepeated(key: string, text: string): boolean {
  return text.split(new RegExp(`[{,]\\s*"${key}"\\s*:`)).length > 2;
}
