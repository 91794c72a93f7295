import type { Entry, Item, Transcript, TuiState } from "./tui-state.ts";

/** Every item, oldest first. */
export function transcriptItems(transcript: Transcript): Item[] {
  return [...newestFirst(transcript)].reverse();
}

/** A screen is full after a few: whoever stops early pays for no more. */
export function* newestFirst({ settled, open }: Transcript): Generator<Item> {
  yield* open.toReversed();
  for (let entry: Entry | undefined = settled; entry; entry = entry.before) yield entry.item;
}

/** When nothing more will come: what was being written is all there, and is marked. */
export function endDraft({ settled, open }: Transcript): Transcript {
  const ended = open.flatMap((item): Item[] => {
    if (item.kind === "draft") return [{ kind: "interrupted", text: item.text }];
    return item.kind === "reasoning" || item.kind === "question" ? [] : [item];
  });
  return { settled, open: ended };
}

/** The state for a screen: what is being written, and what is asked, are the last items of the transcript. */
export function appendDraft(state: TuiState): TuiState {
  const { transcript, draft, question } = state;
  const asked = question ? [question] : [];
  if (draft.length + asked.length === 0) return state;
  return {
    ...state,
    transcript: { ...transcript, open: [...transcript.open, ...draft, ...asked] },
    draft: [],
  };
}
