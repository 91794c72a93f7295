/** The packages that only this command needs. Throws one line when one of them cannot be loaded. */
export async function loadTerminal() {
  try {
    const [pty, xterm] = await Promise.all([import("@lydell/node-pty"), import("@xterm/headless")]);
    return { spawn: pty.default.spawn, Terminal: xterm.default.Terminal };
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n");
    throw new Error(
      `A picture needs the packages @lydell/node-pty and @xterm/headless: run npm ci. (${reason})`,
    );
  }
}
