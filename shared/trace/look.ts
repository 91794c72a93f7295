import pc from "picocolors";
import type { Colors } from "picocolors/types.js";

/** How text is drawn. */
export type Look = {
  colors: Colors;
  /** In columns. */
  width: number;
  /** Whether code that is longer is wrapped. Text for a file or a program keeps its lines. */
  wrap: boolean;
};

type Screen = { isTTY?: boolean; columns?: number };

/** Colours on a terminal that has them, unless NO_COLOR is set; elsewhere only when FORCE_COLOR asks for them. */
export function chooseLook(screen: Screen, env: NodeJS.ProcessEnv): Look {
  const asked = Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== "0";
  const able = screen.isTTY === true && env.TERM !== "dumb";
  return {
    colors: pc.createColors(!env.NO_COLOR && (asked || able)),
    width: Math.max(40, (screen.isTTY && screen.columns) || 100),
    wrap: screen.isTTY === true,
  };
}
