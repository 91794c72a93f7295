import type { Chapter } from "./chapter.ts";

export const tools: Chapter = {
  number: 2,
  folder: "02-tools",
  name: "tools",
  layer: "the model may ask for a local function; the inner loop",
  minutes: 40,
  newEvents: ["tool.started", "tool.finished", "tool.failed"],
  files: [
    {
      path: "agent.ts",
      why: "The inner loop: as long as the response holds calls, answer them and ask again.",
      role: "build",
    },
    {
      path: "tools/tool.ts",
      why: "What a tool is: a description for the model, a list of arguments, a function.",
      role: "given",
    },
    {
      path: "tools/registry.ts",
      why: "From tools to schemas, and from a call to its output, whatever goes wrong.",
      role: "build",
    },
    {
      path: "tools/read-arguments.ts",
      why: "The arguments are text that a model wrote: checked before a tool sees them.",
      role: "given",
    },
    {
      path: "openai.ts",
      why: "A response may hold calls now: what counts as usable.",
      role: "given",
    },
    {
      path: "response-items.ts",
      why: "What of a response can be answered, and what goes back so that the API takes it.",
      role: "given",
    },
    {
      path: "main.ts",
      why: "The agent gets its tools, and a limit of 50 rounds; commands only when the flag is there.",
      role: "given",
    },
    {
      path: "tools/read-workspace-file.ts",
      why: "A file, page by page, however large it is.",
      role: "given",
    },
    {
      path: "tools/workspace-path.ts",
      why: "What is inside the workspace: no way out by text or by link.",
      role: "given",
    },
    {
      path: "tools/regular-file.ts",
      why: "Opens files, and neither pipes nor devices; tells text from binary.",
      role: "given",
    },
    { path: "tools/file-kind.ts", why: "What a folder entry is, in a word.", role: "given" },
    {
      path: "tools/file-error.ts",
      why: "What the system says of a file, as a sentence for the model.",
      role: "given",
    },
    { path: "tools/list-workspace.ts", why: "One folder, one level.", role: "given" },
    {
      path: "tools/folder-entries.ts",
      why: "The entries of a folder in a fixed order, without .git and node_modules.",
      role: "given",
    },
    {
      path: "tools/search-workspace.ts",
      why: "Every file of the workspace, in the order of paths, with flat memory.",
      role: "given",
    },
    { path: "tools/search-file.ts", why: "One file, piece by piece.", role: "given" },
    {
      path: "tools/run-command.ts",
      why: "A shell command with limits on time and output; a failing command is a result.",
      role: "given",
    },
    {
      path: "tools/process-group.ts",
      why: "A command and all that it starts, ended together.",
      role: "given",
    },
    {
      path: "tools/living-group.ts",
      why: "Whether anything of a group still lives.",
      role: "given",
    },
    {
      path: "tools/command-environment.ts",
      why: "A command gets no keys and no editor.",
      role: "given",
    },
    {
      path: "tools/clean-output.ts",
      why: "What a terminal would show of the output in the end.",
      role: "given",
    },
    {
      path: "tools/capped-output.ts",
      why: "The beginning and the end of the output, and what is missing between.",
      role: "given",
    },
    { path: "tools/get-current-time.ts", why: "The smallest tool.", role: "given" },
  ],
};
