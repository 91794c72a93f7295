/** Whether this is `npm run test:deep`, which takes its time. */
export const deep = process.env.ONE_TURN_DEEP === "1";

/** How much of something a test plays through: enough for every day, and all of it when there is time. */
export function sized(everyDay: number, inDepth: number): number {
  return deep ? inDepth : everyDay;
}
