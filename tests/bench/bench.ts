import { readOptions } from "./read-options.ts";
import { takeMeasures } from "./take-measures.ts";
import { openWorkbench } from "./workbench.ts";

const { wanted, chapters } = readOptions(process.argv.slice(2));
const bench = await openWorkbench(chapters);
try {
  const taken = await takeMeasures(wanted, bench, { print: console.log, complain: console.error });
  if (!taken) process.exitCode = 1;
} finally {
  await bench.close();
}
