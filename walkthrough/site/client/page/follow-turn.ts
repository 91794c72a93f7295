/** Where a text has an event, or a new thought begins. */
export type Place =
  | { kind: "heading" }
  | { kind: "named"; type: string }
  /** In a trace, with the number of its row. */
  | { kind: "row"; type: string; row: number };

/** An event of the margin, or several of a type in a row: the place of the first in the turn, from 1. */
export type Chip = { type: string; event: number };

/**
 * For each place of a page which chip it means; none for a heading, or for an event that is not in the margin.
 * A type may come several times: a row of a trace means the one nearest to its number, a name in the text the
 * first one from the last that was meant. Behind a heading the turn begins anew.
 */
export function followTurn(places: Place[], chips: Chip[]): (number | undefined)[] {
  let last = 0;
  return places.map((place) => {
    const meant = chipOf(place, chips, last);
    last = place.kind === "heading" ? 0 : (meant ?? last);
    return meant;
  });
}

function chipOf(place: Place, chips: Chip[], last: number): number | undefined {
  if (place.kind === "heading") return undefined;
  const same = [...chips.keys()].filter((at) => chips[at]?.type === place.type);
  if (place.kind === "named") return same.find((at) => at >= last) ?? same[0];
  const away = (at: number) => {
    const first = chips[at]?.event ?? 0;
    const last = (chips[at + 1]?.event ?? Number.POSITIVE_INFINITY) - 1;
    return Math.max(first - place.row, place.row - last, 0);
  };
  return same.toSorted((a, b) => away(a) - away(b))[0];
}
