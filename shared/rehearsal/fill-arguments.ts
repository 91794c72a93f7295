import type { OfferedTool } from "./find-tool.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import type { ToolFamily } from "./read-wish.ts";

/**
 * The arguments as JSON: what was asked for in the tool's main argument, and for every other that is
 * required the most modest value that its schema allows. Undefined when there is no place for the subject.
 */
export function fillArguments(
  { parameters }: OfferedTool,
  family: ToolFamily,
  subject: string,
): string | undefined {
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const main = findMain(properties, required, family);
  if (main === undefined && subject !== "") return undefined;
  const filled: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (name === main) filled[name] = fillMain(schema, family, name, subject);
    else if (required.includes(name)) filled[name] = fillOther(schema, name, subject);
  }
  return JSON.stringify(filled);
}

const mainNames: Record<ToolFamily, string[]> = {
  read: ["path", "filepath", "file", "filename", "absolutepath", "targetfile", "paths"],
  list: ["path", "dirpath", "directory", "dir", "folder", "pattern"],
  search: ["query", "pattern", "regex", "search", "text"],
  run: ["command", "cmd", "commandline", "script"],
  time: [],
};

/** By its name, else the first required argument that takes a text. */
function findMain(
  properties: JsonObject,
  required: unknown[],
  family: ToolFamily,
): string | undefined {
  if (family === "time") return undefined;
  const names = Object.keys(properties);
  for (const wanted of mainNames[family]) {
    const found = names.find((name) => name.toLowerCase().replace(/[_-]/g, "") === wanted);
    if (found !== undefined) return found;
  }
  return names.find((name) => required.includes(name) && typesOf(properties[name])[0] === "string");
}

function fillMain(schema: unknown, family: ToolFamily, name: string, subject: string): unknown {
  const folder = name.toLowerCase() === "pattern" ? "*" : ".";
  const text = family === "list" && (subject === "" || subject === ".") ? folder : subject;
  if (typesOf(schema)[0] !== "array") return text;
  return family === "run" ? ["sh", "-c", text] : [text];
}

/** Names that need more than an empty text. */
const folderName = /^(?:path|cwd|work_?dir|working_?directory|dir|directory)$/i;
const reasonName = /^(?:description|explanation|reason|purpose|justification)$/i;

function fillOther(schema: unknown, name: string, subject: string): unknown {
  if (!isObject(schema)) return null;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ("default" in schema) return schema.default;
  const types = typesOf(schema);
  if (types.includes("null")) return null;
  switch (types[0]) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return false;
    case "array":
      return Number(schema.minItems) > 0 ? [fillOther(schema.items, name, subject)] : [];
    case "object":
      return fillObject(schema, subject);
    case "string":
      if (folderName.test(name)) return ".";
      return reasonName.test(name) ? `The user asked for: ${subject}` : "";
    default:
      return fillChoice(schema.anyOf, name, subject);
  }
}

function fillObject(schema: JsonObject, subject: string): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name))
      .map(([name, child]) => [name, fillOther(child, name, subject)]),
  );
}

function fillChoice(choices: unknown, name: string, subject: string): unknown {
  return Array.isArray(choices) ? fillOther(choices[0], name, subject) : null;
}

function typesOf(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap(typesOf);
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}
