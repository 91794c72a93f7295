/** Leaves what a program has printed in sight until a key is pressed. */
export async function waitForKey(said: string): Promise<void> {
  const { stdin, stdout } = process;
  stdout.write(said);
  stdin.setRawMode(true);
  try {
    await new Promise<void>((resolve) => {
      const end = () => {
        stdin.off("data", end).off("end", end).off("error", end);
        resolve();
      };
      stdin.on("data", end).on("end", end).on("error", end);
      stdin.resume();
    });
  } finally {
    stdin.pause();
    stdin.setRawMode(false);
  }
  stdout.write("\n");
}
