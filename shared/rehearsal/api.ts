import type { Answer } from "./answer.ts";
import type { Item } from "./conversation.ts";
import type { JsonObject } from "./json-value.ts";
import type { Refusal } from "./refusal.ts";
import type { ScriptedResponse } from "./scenario.ts";

/** A way to ask the model, on a path of its own: how a request is read, and how an answer is written. */
export type Api = {
  /** What the model sees, or what the API says against the request. */
  read(body: JsonObject): Asked | Refusal;
  write(script: ScriptedResponse, asked: Asked): Pick<Answer, "body" | "stream" | "headers">;
};

export type Asked = {
  /** The request. */
  body: JsonObject;
  /** What it makes with all that is stored. */
  conversation: Item[];
  /** The functions offered, in the shape of the Responses API. */
  tools: unknown;
  /** How many items the request carried. */
  itemsIn: number;
};
