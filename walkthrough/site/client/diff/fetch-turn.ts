import type { TraceDiff } from "../../../../shared/course/diff/align-traces.ts";
import { type DiffData, newEventsBetween } from "../../diff/diff-data.ts";
import type { Pair, SharedTurn } from "../../diff/draw-pair.ts";
import { chooseScenario, compareRecordings, sharedScenarios } from "../../diff/scenarios.ts";
import type { Recording, RecordingIndex } from "../../recording/recording.ts";
import { fetchOnce } from "./fetch-once.ts";

/** One scenario in both chapters: the wanted one, if both have played it. */
export async function fetchTurn(
  data: DiffData,
  pair: Pair,
  root: string,
  wanted: string | null,
): Promise<SharedTurn | undefined> {
  const index = await fetchOnce<RecordingIndex>(`${root}data/recordings/index.json`);
  const shared = sharedScenarios(index, pair);
  const name = chooseScenario(shared, newEventsBetween(data, pair), wanted);
  if (name === undefined) return undefined;
  const folders = pair.map(({ folder }) => folder);
  return {
    scenarios: shared.map((each) => each.name),
    traces: await fetchTraces(folders, name, root),
  };
}

export async function fetchTraces(
  folders: string[],
  name: string,
  root: string,
): Promise<TraceDiff> {
  const [before, after] = await Promise.all(
    folders.map((folder) => fetchOnce<Recording>(`${root}data/recordings/${folder}/${name}.json`)),
  );
  if (!before || !after) throw new Error(`There is no recording of ${name}.`);
  return compareRecordings(before, after);
}
