import type { Responses } from "openai/resources";

type Done = Responses.ResponseOutputItemDoneEvent;

/** Each item once, by its id; one without an id by its place. */
export const doneItems = () => {
  const kept = new Map<unknown, Done>();
  return {
    keep: (event: Done) => {
      kept.set(event.item?.id || (event.output_index ?? event), event);
    },
    all: () => [...kept.values()],
  };
};
