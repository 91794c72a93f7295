import type { ChatVariant } from "../chat/chat-variant.ts";
import type { Scenario, ScriptedItem, ScriptedResponse } from "../scenario.ts";
import { answer, call, fail, notes, readNotes, say } from "./script.ts";

const thought: ScriptedItem = { type: "reasoning", text: "7 times 13 is 91." };
const readList = call("call_2", "read_workspace_file", '{"path":"list.txt","start_line":1}');

const callAsText = '{"name":"read_workspace_file","arguments":{"path":"notes.txt","start_line":1}}';

/** One scenario per way of other servers, named for it. On another path each is an ordinary turn. */
export const chatVariants: Scenario[] = [
  thinks(["reasoning"], "The reasoning comes in the field `reasoning`."),
  thinks(["reasoning-details"], "The reasoning comes in the texts of `reasoning_details`."),
  thinks(["reasoning-twice"], "The reasoning comes twice, under two names."),
  thinks(["think-tags"], "The reasoning comes inside the answer, between two tags."),
  thinks(["empty-choices"], "Between the chunks come some without choices."),
  thinks(["role-in-every-chunk"], "Every chunk says that it is the assistant's."),
  reads(["content-beside-calls"], 'The content beside the call is null, and "".'),
  readsTwo(["no-index", "arguments-whole"], "The calls have no index; each comes in one piece."),
  {
    ...readsTwo(["no-index"], "The calls have no index; each comes in many pieces."),
    name: "chat-no-index-in-pieces",
  },
  readsTwo(["id-absent"], "The calls have no id."),
  readsTwo(["id-empty"], "The ids of the calls are empty."),
  readsTwo(["id-late"], "The ids of the calls are null, and come with the last piece."),
  readsTwo(["id-is-name"], "Both calls have the name of the tool for their id."),
  readsTwo(["arguments-whole"], "Each call comes in one piece."),
  reads(["arguments-by-character"], "The arguments come character by character."),
  readsTwo(["calls-interleaved"], "The pieces of two calls come in turn."),
  readsTwo(
    ["index-reversed", "calls-interleaved"],
    "The call with index 1 comes before the one with index 0, and their pieces in turn.",
  ),
  reads(["same-index-twice"], "One chunk has two entries for the same call."),
  reads(["finish-stop"], "The call is there, and the response says that it stopped."),
  greets(["finish-tool-calls"], "The response says that it has calls, and has none."),
  greets(["finish-content-filter"], "A filter ends the answer."),
  greets(["finish-error"], "The answer breaks off, and its end says that it is an error."),
  greets(["finish-empty"], "How it ends is an empty text until it ends."),
  greets(["no-finish"], "The stream ends as it should, but does not say how it ended."),
  greets(["no-done"], "The stream says how it ended, and ends without [DONE]."),
  greets(["usage-never"], "Nobody knows what the answer cost."),
  greets(["usage-bare"], "What the answer cost comes without details."),
  greets(["usage-in-finish"], "What the answer cost comes with its end."),
  greets(["error-body"], "Status 200, and an error."),
  greets(["plain-text"], "The stream is called plain text."),
  greets(["no-stream"], "Asked for a stream, the server sends the whole answer."),
  {
    name: "chat-cut-off-call",
    shows: "The output limit ends the response inside the arguments of a call.",
    from: 12,
    user: "What is in notes.txt?",
    files: notes,
    responses: [
      fail("response-incomplete", call("call_1", "read_workspace_file", '{"path":"not')),
      answer(say("I ran out of room.")),
    ],
  },
  {
    name: "chat-call-as-text",
    shows: "The model does not know how to call a tool, and writes what looks like a call.",
    from: 12,
    user: "What is in notes.txt?",
    files: notes,
    responses: [answer(say(callAsText))],
  },
];

type Play = Pick<Scenario, "user" | "files" | "responses">;

/** Every response of the turn is in the way of the same server. */
function played(chat: ChatVariant[], shows: string, { responses, ...play }: Play): Scenario {
  const varied = responses.map((response): ScriptedResponse => ({ ...response, chat }));
  return { name: `chat-${chat[0]}`, shows, from: 12, ...play, responses: varied };
}

function greets(chat: ChatVariant[], shows: string): Scenario {
  const responses = [answer(say("Hello! What shall we build?"))];
  return played(chat, shows, { user: "hello", responses });
}

function thinks(chat: ChatVariant[], shows: string): Scenario {
  const responses = [answer(thought, say("No: 91 is 7 times 13."))];
  return played(chat, shows, { user: "Is 91 a prime number?", responses });
}

function reads(chat: ChatVariant[], shows: string): Scenario {
  const responses = [answer(readNotes("call_1")), answer(say("Buy milk."))];
  return played(chat, shows, { user: "What is in notes.txt?", files: notes, responses });
}

function readsTwo(chat: ChatVariant[], shows: string): Scenario {
  return played(chat, shows, {
    user: "Compare notes.txt and list.txt.",
    files: { ...notes, "list.txt": "buy bread" },
    responses: [
      answer(readNotes("call_1"), readList),
      answer(say("One says milk, the other bread.")),
    ],
  });
}
