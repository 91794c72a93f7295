import type { Responses } from "openai/resources";

type ItemType = Exclude<
  Exclude<Responses.ResponseInputItem, Responses.EasyInputMessage>["type"],
  undefined | null
>;

/** A record, so that the compiler says when the SDK knows one more. */
const known: Record<ItemType, true> = {
  message: true,
  reasoning: true,
  function_call: true,
  function_call_output: true,
  item_reference: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  additional_tools: true,
  apply_patch_call: true,
  apply_patch_call_output: true,
  code_interpreter_call: true,
  compaction: true,
  compaction_trigger: true,
  computer_call: true,
  computer_call_output: true,
  file_search_call: true,
  image_generation_call: true,
  local_shell_call: true,
  local_shell_call_output: true,
  mcp_approval_request: true,
  mcp_approval_response: true,
  mcp_call: true,
  mcp_list_tools: true,
  program: true,
  program_output: true,
  shell_call: true,
  shell_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true,
};

export const itemTypes: readonly string[] = Object.keys(known);
