/** Ids that count from 1 for each prefix: resp_1, msg_1, msg_2 … */
export type NewId = (prefix: string) => string;

export function countIds(): NewId {
  const counts = new Map<string, number>();
  return (prefix) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return `${prefix}_${count}`;
  };
}
