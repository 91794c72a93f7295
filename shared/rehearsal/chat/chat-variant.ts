/** How a server differs from OpenAI's in what it sends for a chat completion. */
export type ChatVariant =
  /** The reasoning in `reasoning`: OpenRouter, Ollama. It is in `reasoning_content` otherwise. */
  | "reasoning"
  /** The reasoning in the texts of `reasoning_details`: OpenRouter. */
  | "reasoning-details"
  /** The reasoning in `reasoning` and in `reasoning_content`, the same text. */
  | "reasoning-twice"
  /** The reasoning in the content, between <think> and </think>; a stream cuts through both. */
  | "think-tags"
  /** Chunks with no choices before each of the others. */
  | "empty-choices"
  /** Beside a call the content is "", and null in every other chunk of it. */
  | "content-beside-calls"
  /** Every delta carries the role. */
  | "role-in-every-chunk"
  /** The pieces of calls have no index. */
  | "no-index"
  /** The calls have no id. */
  | "id-absent"
  /** The id of every call is "". */
  | "id-empty"
  /** In a stream the id of a call is null at first, and comes with its last piece. */
  | "id-late"
  /** The id of every call is the name of its tool. */
  | "id-is-name"
  /** A stream sends each call in one piece. */
  | "arguments-whole"
  /** A stream sends the arguments character by character. */
  | "arguments-by-character"
  /** A stream sends a piece of each call in turn. */
  | "calls-interleaved"
  /** A stream sends the last call first, each with its own index. */
  | "index-reversed"
  /** The first chunk of a call has two entries for it: its name, and the first piece of its arguments. */
  | "same-index-twice"
  /** `finish_reason: "stop"`, whatever there is. */
  | "finish-stop"
  /** `finish_reason: "tool_calls"`, whatever there is. */
  | "finish-tool-calls"
  /** `finish_reason: "content_filter"`, whatever there is. */
  | "finish-content-filter"
  /** `finish_reason: "error"`, and the error beside it: OpenRouter. */
  | "finish-error"
  /** `finish_reason` is "" instead of null until the end. */
  | "finish-empty"
  /** A stream ends without a `finish_reason`, though it ends with [DONE]. */
  | "no-finish"
  /** A stream ends without [DONE]. */
  | "no-done"
  /** No usage, also where it is asked for. */
  | "usage-never"
  /** The usage without its details: how much was cached, and how much was reasoning. */
  | "usage-bare"
  /** The usage in the chunk with the `finish_reason`, also where nobody asks for it. */
  | "usage-in-finish"
  /** Status 200 and an error: as the body, or as all that the stream holds. */
  | "error-body"
  /** The stream is called plain text. */
  | "plain-text"
  /** Where a stream is asked for, JSON comes. */
  | "no-stream";
