import { chooseLook, type Look } from "../../trace/look.ts";

/** Two columns of a trace, and prose, are read best close together. */
export function narrowLook(): Look {
  const look = chooseLook(process.stdout, process.env);
  return { ...look, width: Math.min(look.width, process.stdout.isTTY ? 120 : 80) };
}
