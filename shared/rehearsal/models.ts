import type { Models } from "openai/resources";
import { type Answer, answerRefusal } from "./answer.ts";
import { refuse } from "./refusal.ts";

export const modelName = "rehearsal-1";

const model: Models.Model = {
  id: modelName,
  object: "model",
  created: 1_735_689_600,
  owned_by: "one-turn",
};

export function listModels(): Answer {
  return { status: 200, body: { object: "list", data: [model] } };
}

export function retrieveModel(name: string): Answer {
  if (name === modelName) return { status: 200, body: model };
  return answerRefusal(
    refuse(
      `The model '${name}' does not exist. There is '${modelName}'.`,
      "model",
      "model_not_found",
      404,
    ),
  );
}
