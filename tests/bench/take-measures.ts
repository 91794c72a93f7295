import { drawTable } from "./draw-table.ts";
import type { Measure } from "./measures.ts";
import type { Workbench } from "./workbench.ts";

export type Output = { print(line: string): void; complain(line: string): void };

/** One table after the other. Resolves with whether all of them could be taken; a target that is missed is no failure. */
export async function takeMeasures(
  measures: Measure[],
  bench: Workbench,
  output: Output,
): Promise<boolean> {
  let all = true;
  for (const { name, shows, take } of measures) {
    output.print(`${name}: ${shows}`);
    try {
      output.print(`${drawTable(await take(bench))}\n`);
    } catch (error) {
      all = false;
      output.complain(`one-turn: ${name} could not be measured: ${(error as Error).message}`);
    }
  }
  return all;
}
