/** The other end of run-alone.ts: does the job that this process was started for, and says what came of it. */
export async function tell<Job>(run: (job: Job) => unknown): Promise<void> {
  try {
    const told = await run(JSON.parse(process.argv[2] ?? ""));
    process.stdout.write(JSON.stringify(told), () => process.exit());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`, () => process.exit(1));
  }
}
