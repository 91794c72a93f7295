import type { Responses } from "openai/resources";

/** A piece of a call, as servers send it: any part of it may be missing. */
export type CallPiece = {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
};

type Call = { index?: number; id: string; name: string; args: string };

export type Calls = {
  add(piece: CallPiece): void;
  /** In the order of their numbers, or of their arrival. An id that never came is empty. */
  items(): Responses.ResponseFunctionToolCall[];
};

/**
 * Joins the pieces of several calls. The index says which call a piece belongs to. Where it is missing, or is the same for
 * all, an id does: a new one begins a new call, and so does a name behind arguments that are whole.
 */
export function joinCalls(): Calls {
  const calls: Call[] = [];
  return {
    add(piece) {
      const index = indexOf(piece.index);
      const id = textOf(piece.id);
      const name = textOf(piece.function?.name);
      const args = argsOf(piece.function?.arguments);
      const known = calls.filter((each) => index === undefined || each.index === index);
      let call = known.findLast((each) => id !== "" && each.id === id) ?? known.at(-1);
      if (!call || beginsAnother(call, { id, name, args })) {
        call = { index, id: "", name: "", args: "" };
        calls.push(call);
      }
      call.id ||= id;
      call.name ||= name;
      call.args += args;
    },
    items: () =>
      calls
        .toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
        .map(({ id, name, args }) => ({
          type: "function_call",
          call_id: id,
          name,
          arguments: args,
        })),
  };
}

function beginsAnother(call: Call, piece: Omit<Call, "index">): boolean {
  const { id, name, args } = piece;
  if (id !== "" && call.id !== "" && id !== call.id) return true;
  if (call.index !== undefined || name === "" || call.name === "") return false;
  return call.args === "" ? name !== call.name : isWhole(call.args) && args !== "";
}

/** Some servers write it as text. */
function indexOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined;
}

function isWhole(args: string): boolean {
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Some servers send the arguments as they are, and not as text. */
function argsOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
