import type { Exercise } from "../../shared/course/workshop/exercise.ts";
import { tools } from "./02-tools.ts";
import { events } from "./03-events.ts";
import { reducer } from "./04-reducer.ts";
import { tui } from "./05-tui.ts";
import { streaming } from "./06-streaming.ts";
import { sessions } from "./07-sessions.ts";
import { commands } from "./08-commands.ts";
import { cancellation } from "./09-cancellation.ts";
import { retries } from "./10-retries.ts";
import { metrics } from "./11-metrics.ts";
import { providers } from "./12-providers.ts";
import { phases } from "./13-phases.ts";
import { approvals } from "./14-approvals.ts";

/** In the order of the ladder. */
export const exercises: Exercise[] = [
  tools,
  events,
  reducer,
  tui,
  streaming,
  sessions,
  commands,
  cancellation,
  retries,
  metrics,
  providers,
  phases,
  approvals,
];
