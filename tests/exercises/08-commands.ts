import type { Exercise } from "../../shared/course/workshop/exercise.ts";

export const commands: Exercise = {
  folder: "08-commands",
  steps: [
    { builds: ["commands.ts#COMMAND+isCommand+runCommandLine+run"] },
    { builds: ["session-driver.ts#agentDriver"] },
    { builds: ["session-host.ts#sessionHost"] },
  ],
  start: [
    {
      file: "commands.ts",
      find: `/** One line whose first word is a slash and a name. \`/etc/hosts\` is a path, and " /help" begins with a space. */
const COMMAND = /^\\/((?:[a-z][\\w-]*)?)(?:[ \\t]+(.*))?$/i;

`,
      replace: "",
    },
    { ...{ file: "commands.ts", symbol: "isCommand", step: 1 }, body: "return false;" },
    {
      ...{ file: "commands.ts", symbol: "runCommandLine", step: 1 },
      body: "return;",
    },
    {
      file: "commands.ts",
      find: `function run(line: string, host: SessionHost): string | undefined {
  const [, name = "", argument = ""] = COMMAND.exec(line) ?? [];
  const command = commands.find((each) => each.name === name.toLowerCase());
  if (!command) {
    throw new Error(
      \`There is no command /\${name}. /help lists them. With a space before the slash, the line goes to the model.\`,
    );
  }
  if (argument && !command.argument) throw new Error(\`/\${command.name} takes nothing behind it.\`);
  return command.run(argument, host);
}

`,
      replace: "",
    },
    {
      ...{ file: "session-driver.ts", symbol: "agentDriver", step: 2 },
      body: `return {
  send: oneByOne((text) => host.session().dispatch({ type: "turn.run", text })),
  subscribe: host.subscribe,
  onSession: host.onSession,
};`,
    },
    {
      ...{ file: "session-host.ts", symbol: "sessionHost", step: 3 },
      body: `const { workspaceRoot, preferences, createSession } = options;
const opened = open(options.openLog, createSession);
return {
  workspaceRoot,
  preferences,
  session: () => opened.session,
  log: () => opened.log,
  exchange() {},
  say: (text) => note(opened.session, text),
  subscribe: (listener) => opened.session.subscribe(listener),
  onSession: (show) => show(opened.log.read()),
};`,
    },
  ],
  wrong: [
    {
      title: "A command is run, and its line goes to the model as well.",
      file: "session-driver.ts",
      find: `    else await host`,
      replace: `    await host`,
    },
    {
      title: "Only a name that is known makes a command: /fly goes to the model.",
      file: "commands.ts",
      find: "  return COMMAND.test(line.trimEnd());",
      replace: `  const [, name = ""] = COMMAND.exec(line.trimEnd()) ?? [];
  return commands.some((each) => each.name === name.toLowerCase());`,
    },
    {
      title: "Whatever begins with a slash is a command, a path too.",
      file: "commands.ts",
      find: `const COMMAND = /^\\/((?:[a-z][\\w-]*)?)(?:[ \\t]+(.*))?$/i;`,
      replace: `const COMMAND = /^\\/(\\S*)(?:[ \\t]+(.*))?$/i;`,
    },
    {
      title: "Spaces in front are cut off, so there is no way to send a slash to the model.",
      file: "commands.ts",
      find: "  return COMMAND.test(line.trimEnd());",
      replace: "  return COMMAND.test(line.trim());",
    },
    {
      title: "The first line of a paste is taken for a command, and the rest for what it takes.",
      file: "commands.ts",
      find: `(?:[ \\t]+(.*))?$/i;`,
      replace: `(?:\\s+([^]*))?$/i;`,
    },
    {
      title: "A command overtakes the lines that wait.",
      file: "session-driver.ts",
      find: "      return send(line);",
      replace: `      if (isCommand(line)) {
        runCommandLine(line, host);
        return Promise.resolve();
      }
      return send(line);`,
    },
    {
      title: "Nobody is told that a line waits: when it is its turn, no turn runs any more.",
      file: "session-driver.ts",
      find: `    if (isCommand(line)) runCommandLine(line, host);
    else await host.session().dispatch({ type: "turn.run", text: line });
  });
  return {
    send(line) {
      const waits = host.session().status !== "idle" && line.trim() !== "";
      if (isTyped && waits) host.say(\`Waits for the end of this turn: \${line}\`);
      return send(line);
    },`,
      replace: `    const waits = host.session().status !== "idle" && line.trim() !== "";
    if (isTyped && waits) host.say(\`Waits for the end of this turn: \${line}\`);
    if (isCommand(line)) runCommandLine(line, host);
    else await host.session().dispatch({ type: "turn.run", text: line });
  });
  return {
    send,`,
    },
    {
      title: "It is told that a line waits, also where nobody sees what they send.",
      file: "session-driver.ts",
      find: "isTyped && waits",
      replace: "waits",
    },
    {
      title: "The driver keeps the session that it met first.",
      file: "session-driver.ts",
      find: `  const send = oneByOne(async (line) => {
    if (isCommand(line)) runCommandLine(line, host);
    else await host.session()`,
      replace: `  const session = host.session();
  const send = oneByOne(async (line) => {
    if (isCommand(line)) runCommandLine(line, host);
    else await session`,
    },
    {
      title: "After an exchange nobody listens to the new session.",
      file: "session-host.ts",
      find: `      for (const show of shows) show(opened.log.read());
      leave = listen();`,
      replace: "      for (const show of shows) show(opened.log.read());",
    },
    {
      title: "The screen is not told what is kept of the session that takes the place.",
      file: "session-host.ts",
      find: `      for (const show of shows) show(opened.log.read());
`,
      replace: "",
    },
    {
      title: "The log is closed before the next one is open, and stays closed when that fails.",
      file: "session-host.ts",
      find: `      const next = open(openLog, createSession);
      leave();
      opened.log.close();`,
      replace: `      leave();
      opened.log.close();
      const next = open(openLog, createSession);`,
    },
    {
      title: "A session is left while a turn runs in it.",
      file: "session-host.ts",
      find: `      if (status !== "idle") throw new Error(\`The session can't be left: a turn is \${status}.\`);
`,
      replace: "",
    },
  ],
};
