import type { Chapter } from "./chapter.ts";

export const providers: Chapter = {
  number: 12,
  folder: "12-providers",
  name: "providers",
  layer: "the same loop on other servers: two wires, stored or stateless",
  minutes: 40,
  newEvents: ["provider.changed"],
  excess:
    "A second wire, in the many ways in which servers speak it, and a table, a file and commands to choose from.",
  files: [
    {
      path: "settings.ts",
      why: "What a session goes by is a fold of its events.",
      role: "build",
    },
    {
      path: "session.ts",
      why: "What the user decides between two turns is recorded.",
      role: "given",
    },
    {
      path: "conversation.ts",
      why: "What only one provider understands leaves the conversation with it.",
      role: "build",
    },
    { path: "providers.ts", why: "Where models are, and which key goes there.", role: "given" },
    {
      path: "ways.ts",
      why: "The way to a provider, by its name: the seam to the model, chosen late.",
      role: "given",
    },
    {
      path: "openai-stream.ts",
      why: "The events of a response may come from elsewhere.",
      role: "given",
    },
    {
      path: "stream-events.ts",
      why: "Silence and lost connections are the same on both wires.",
      role: "given",
    },
    {
      path: "chat-wire.ts",
      why: "The other wire, with the face of the first.",
      role: "given",
    },
    {
      path: "chat-request.ts",
      why: "From items to messages.",
      role: "build",
    },
    {
      path: "chat-response.ts",
      why: "From chunks to the events of the first wire.",
      role: "given",
    },
    {
      path: "chat-thoughts.ts",
      why: "Thoughts that stand in the text, between tags.",
      role: "given",
    },
    {
      path: "chat-calls.ts",
      why: "Calls in pieces, of which any part may be missing.",
      role: "given",
    },
    {
      path: "chat-error.ts",
      why: "An error that comes with status 200, in whatever shape.",
      role: "given",
    },
    {
      path: "forgotten-items.ts",
      why: "What a server no longer knows is sent without its ids.",
      role: "given",
    },
    {
      path: "stored-responses.ts",
      why: "A server that remembers is sent what is new.",
      role: "build",
    },
    {
      path: "create-session.ts",
      why: "The model is that of the settings in each turn, and what was chosen is recorded.",
      role: "given",
    },
    { path: "resume-session.ts", why: "One more fold of the log.", role: "given" },
    { path: "choose-settings.ts", why: "What options and variables ask for.", role: "given" },
    { path: "provider-file.ts", why: "Providers of the user's own.", role: "given" },
    {
      path: "provider-commands.ts",
      why: "To go on elsewhere, in the middle of a session.",
      role: "given",
    },
    {
      path: "session-commands.ts",
      why: "A new session goes on by what was chosen.",
      role: "given",
    },
    { path: "commands.ts", why: "Three more rows; one of them asks a server.", role: "given" },
    { path: "session-driver.ts", why: "A command may take its time.", role: "given" },
    {
      path: "session-host.ts",
      why: "The commands need to know what there is, and what was chosen goes on in the next session.",
      role: "given",
    },
    {
      path: "open-log.ts",
      why: "The value behind an option is read elsewhere too.",
      role: "given",
    },
    { path: "main.ts", why: "The provider is chosen, and its key is looked for.", role: "given" },
    { path: "state/reduce-model.ts", why: "Where the session has gone.", role: "given" },
    {
      path: "state/tui-state.ts",
      why: "The model and its provider are a part of the state.",
      role: "given",
    },
    { path: "state/reduce-session-event.ts", why: "One more reducer.", role: "given" },
    { path: "tui/status-line.ts", why: "The user sees where they are.", role: "given" },
  ],
};
