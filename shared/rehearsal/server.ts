import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest } from "./answer-request.ts";
import { describeExchange } from "./describe-exchange.ts";
import { createModel } from "./rehearsal-model.ts";
import type { Scenario } from "./scenario.ts";
import { sendAnswer } from "./send-answer.ts";

export type Rehearsal = {
  /** The base URL for a client: http://127.0.0.1:PORT/v1 */
  url: string;
  /** The bodies of all POST requests, parsed, in order of arrival. Whoever reads them may empty the list. */
  requests: unknown[];
  /** Which script is played from now on; undefined: improvise. */
  play(scenario: Scenario | undefined): void;
  /** Also cuts the connections that are open. */
  close(): Promise<void>;
};

export type RehearsalOptions = {
  /** 0, the default, takes a free one. */
  port?: number;
  scenario?: Scenario;
  /** Milliseconds before each delta of a stream, where the script says nothing else. Without it none. */
  paceMs?: number;
  /**
   * Like a server of somebody else's: it knows no reasoning but its own. By default all rehearsal servers are one, so
   * that a session goes on at the next start.
   */
  knowsOnlyItsOwn?: boolean;
  /** Told one line per request. */
  log?(line: string): void;
};

/** The offline model on 127.0.0.1. Rejects with one line when it cannot listen. */
export async function startRehearsal(options: RehearsalOptions = {}): Promise<Rehearsal> {
  const model = createModel(options.scenario, options.knowsOnlyItsOwn);
  const server = createServer(async (request, response) => {
    // a client that leaves while it is answered is no error of the server
    response.on("error", () => {});
    const answer = await answerRequest(model, request);
    options.log?.(describeExchange(request, answer));
    await sendAnswer(response, { ...answer, paceMs: answer.paceMs ?? options.paceMs });
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: model.requests,
    play: model.play,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    return Promise.reject(
      new Error(
        `Port ${port} is out of range. Use a whole number from 1 to 65535, or 0 for a free port.`,
      ),
    );
  }
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} is in use. Choose another with --port, or end the program that listens there.`,
    );
  }
  if (error.code === "EACCES") {
    return new Error(`Port ${port} is not allowed for this user. Choose one above 1023.`);
  }
  return new Error(`Port ${port} cannot be opened (${error.message}). Choose another.`);
}
