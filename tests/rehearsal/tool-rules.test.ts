import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { type Expected, missing, refused, wrongType } from "./api-errors.ts";
import { post, withRehearsal } from "./clients.ts";

const closed = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const strict = (parameters: unknown) => ({
  type: "function",
  name: "fly",
  strict: true,
  parameters,
});
const inSchema = (fault: string): Expected =>
  refused(
    `Invalid schema for function 'fly': ${fault}`,
    "tools[0].parameters",
    "invalid_function_parameters",
  );

const text = { type: "string" };
const open = "'additionalProperties' is required to be supplied and to be false.";

const rules: [title: string, tools: unknown, expected: Expected][] = [
  ["an object as tools", {}, wrongType("tools", "an array of objects", "an object")],
  ["a text as tool", ["fly"], wrongType("tools[0]", "an object", "a string")],
  ["a tool without type", [{ name: "fly" }], missing("tools[0].type")],
  ["a number as type", [{ type: 1 }], wrongType("tools[0].type", "a string", "an integer")],
  [
    "a function as the chat wire has it",
    [{ type: "function", function: { name: "fly" } }],
    missing("tools[0].name"),
  ],
  [
    "a name with odd characters",
    [strict(closed({})), { type: "function", name: "fly me" }],
    refused(
      "Invalid 'tools[1].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      "tools[1].name",
      "invalid_value",
    ),
  ],
  [
    "a name of 65 characters",
    [{ type: "function", name: "f".repeat(65) }],
    refused(
      "Invalid 'tools[0].name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
      "tools[0].name",
      "string_above_max_length",
    ),
  ],
  [
    "a text as parameters",
    [{ type: "function", name: "fly", parameters: "{}" }],
    wrongType("tools[0].parameters", "an object", "a string"),
  ],
  [
    "parameters that are no object",
    [{ type: "function", name: "fly", parameters: { type: "string" } }],
    inSchema(`schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`),
  ],
  [
    "parameters without a type",
    [{ type: "function", name: "fly", parameters: {} }],
    inSchema(`schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`),
  ],
  ["strict without parameters", [strict(undefined)], missing("tools[0].parameters")],
  [
    "strict and open",
    [strict({ type: "object", properties: {}, required: [] })],
    inSchema(`In context=(), ${open}`),
  ],
  [
    "strict without properties",
    [strict({ type: "object", additionalProperties: false })],
    inSchema("In context=(), object schema missing properties."),
  ],
  [
    "strict with an argument that may be left out",
    [strict(closed({ path: text, line: text }, ["path"]))],
    inSchema(
      "In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'line'.",
    ),
  ],
  [
    "strict without required",
    [strict({ ...closed({ path: text }), required: undefined })],
    inSchema(
      "In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'path'.",
    ),
  ],
  [
    "strict and open further down",
    [strict(closed({ to: { type: "object", properties: {} } }))],
    inSchema(`In context=('properties', 'to'), ${open}`),
  ],
  [
    "strict and open in a list",
    [strict(closed({ to: { type: "array", items: { type: "object", properties: {} } } }))],
    inSchema(`In context=('properties', 'to', 'items'), ${open}`),
  ],
  [
    "strict and open in a choice",
    [strict(closed({ to: { anyOf: [text, { type: "object", properties: {} }] } }))],
    inSchema(`In context=('properties', 'to', 'anyOf', '1'), ${open}`),
  ],
  [
    "strict with an argument of no type",
    [strict(closed({ to: { description: "where" } }))],
    inSchema("In context=('properties', 'to'), schema must have a 'type' key."),
  ],
];

describe("tools are refused for", () => {
  for (const [title, tools, expected] of rules) {
    it(title, async () => {
      await withRehearsal(findScenario("greeting"), async (rehearsal) => {
        expect(await post(rehearsal, { model: "any", input: "hello", tools })).toEqual(expected);
      });
    });
  }
});

describe("tools are taken with", () => {
  const accepted: Record<string, unknown> = {
    "an open schema, without strict": [
      { type: "function", name: "fly", parameters: { type: "object", properties: { to: text } } },
      { type: "function", name: "stop", parameters: null },
      { type: "function", name: "wait", strict: false },
    ],
    "closed schemas, under strict": [
      strict(
        closed({
          to: { type: ["string", "null"] },
          how: { enum: ["fast", "slow"] },
          stops: { type: "array", items: closed({ name: text }) },
          with: { anyOf: [closed({}), { type: "null" }] },
        }),
      ),
    ],
    "kinds that are the API's own, under any name": [
      { type: "web_search" },
      { type: "namespace", name: "my tools", tools: [] },
      { type: "custom", name: "odd name!" },
    ],
  };
  for (const [title, tools] of Object.entries(accepted)) {
    it(title, async () => {
      await withRehearsal(findScenario("greeting"), async (rehearsal) => {
        const { status } = await post(rehearsal, { model: "any", input: "hello", tools });
        expect(status).toBe(200);
      });
    });
  }
});
