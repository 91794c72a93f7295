import { describeTurnsWithTools } from "../support/turns-with-tools.ts";
import { chapter } from "./program.ts";

describeTurnsWithTools(chapter, [
  "tool.progress call_1 run_command stdout first\n",
  "tool.progress call_1 run_command stdout second\n",
]);
