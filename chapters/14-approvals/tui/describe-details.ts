import type { ToolDetails } from "../../../shared/events.ts";
import { paint } from "./paint.ts";
import { symbols } from "./symbols.ts";

/** A few words for the end of a call's line, or none: events come from anywhere, and any of them may be missing. */
export function describeDetails(details: ToolDetails | undefined): string {
  const { exitCode, durationMs, bytes, truncated, hits }: Partial<Every> = Object(details);
  const words = [
    typeof exitCode === "number" && `exit code ${exitCode}`,
    typeof durationMs === "number" && `${(durationMs / 1000).toFixed(1)} s`,
    typeof bytes === "number" && `${truncated ? "part of " : ""}${bytes} bytes`,
    typeof hits === "number" && `${hits} ${hits === 1 ? "hit" : "hits"}`,
  ].filter((word) => word !== false);
  const color = exitCode ? paint.red : paint.gray;
  return words.length === 0 ? "" : color(`  ${words.join(` ${symbols.dot} `)}`);
}

type Every = Record<"exitCode" | "durationMs" | "bytes" | "truncated" | "hits", unknown>;
