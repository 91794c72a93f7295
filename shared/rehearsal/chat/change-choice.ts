import type { Choice, Completion } from "./completion.ts";

/** The completion with another choice. It has no more than one. */
export function changeChoice(
  completion: Completion,
  change: (choice: Choice) => Partial<Choice>,
): Completion {
  const [choice] = completion.choices;
  return { ...completion, choices: [{ ...choice, ...change(choice) }] };
}
