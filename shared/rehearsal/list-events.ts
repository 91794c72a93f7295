import type { Responses } from "openai/resources";
import type { WireResponse } from "./build-response.ts";
import { cutIntoPieces } from "./cut-into-pieces.ts";
import { eventsOfItem } from "./events-of-item.ts";
import type { ScriptedItem } from "./scenario.ts";

/** As the SDK types it, but with the response as it goes over the wire, and without its place in the stream. */
export type NewEvent = Unnumbered<OnTheWire<Responses.ResponseStreamEvent>>;

type OnTheWire<Event> = Event extends { response: Responses.Response }
  ? Omit<Event, "response"> & { response: WireResponse }
  : Event;

type Unnumbered<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;

/** What the model wrote, and the response that tells of it. */
export type Written = {
  script: ScriptedItem[];
  /** One for each item of the script. */
  items: Responses.ResponseOutputItem[];
  response: WireResponse;
};

/** The whole stream in order, when nothing goes wrong on the way. */
export function listEvents({ script, items, response }: Written): NewEvent[] {
  const begun: WireResponse = {
    ...response,
    status: "in_progress",
    error: null,
    incomplete_details: null,
    completed_at: null,
    output: [],
    usage: null,
  };
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...items.flatMap((item, index) => eventsOfItem(item, index, cutIntoPieces(script[index]))),
    { type: finalType(response), response },
  ];
}

function finalType({ status }: WireResponse) {
  if (status === "failed") return "response.failed";
  return status === "incomplete" ? "response.incomplete" : "response.completed";
}
