import type { IncomingMessage } from "node:http";
import { type Answer, answerRefusal } from "./answer.ts";
import { listModels, retrieveModel } from "./models.ts";
import { readBody } from "./read-body.ts";
import { refuse } from "./refusal.ts";
import type { ApiName, RehearsalModel } from "./rehearsal-model.ts";

/** Never rejects: no request ends the server. */
export async function answerRequest(
  model: RehearsalModel,
  request: IncomingMessage,
): Promise<Answer> {
  try {
    return checkHeaders(request) ?? (await route(model, request));
  } catch (error) {
    const message = `The rehearsal model failed: ${error instanceof Error ? error.message : error}`;
    return {
      status: 500,
      body: { error: { message, type: "server_error", param: null, code: null } },
    };
  }
}

/** A page in a browser that a name server leads to this machine carries another Host header. */
function checkHeaders({ headers, url }: IncomingMessage): Answer | undefined {
  const host = headers.host ?? "";
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)) {
    const message = `The Host header is '${host}'. The rehearsal model answers only to 127.0.0.1 and localhost.`;
    return answerRefusal(refuse(message, null, "host_not_allowed", 403));
  }
  // HTTP/2 is offered by clients that then go on without it; a WebSocket client waits for a word
  if (headers.upgrade === undefined || headers.upgrade === "h2c") return undefined;
  const path = url?.startsWith("/v1/chat/") ? "/v1/chat/completions" : "/v1/responses";
  const message = `No upgrade to '${headers.upgrade}' here. Use POST ${path}.`;
  const refusal = refuse(message, null, "upgrade_not_supported", 426);
  return answerRefusal({ ...refusal, headers: { upgrade: "HTTP/1.1", connection: "close" } });
}

async function route(model: RehearsalModel, request: IncomingMessage): Promise<Answer> {
  const [path = ""] = (request.url ?? "").split("?");
  for (const { pattern, method, answer } of routes) {
    const match = pattern.exec(path);
    if (!match) continue;
    if (request.method === method) return answer(model, request, match[1] ?? "");
    const message = `Not allowed to ${request.method} on ${path}. Use ${method}.`;
    const refusal = refuse(message, null, "method_not_supported", 405);
    return answerRefusal({ ...refusal, headers: { allow: method } });
  }
  return answerRefusal(refuse(`Invalid URL (${request.method} ${path})`, null, "unknown_url", 404));
}

type Route = {
  pattern: RegExp;
  method: string;
  answer(model: RehearsalModel, request: IncomingMessage, name: string): Answer | Promise<Answer>;
};

const routes: Route[] = [
  { pattern: /^\/v1\/responses$/, method: "POST", answer: answerPost("responses") },
  { pattern: /^\/v1\/chat\/completions$/, method: "POST", answer: answerPost("chat") },
  { pattern: /^\/v1\/models$/, method: "GET", answer: listModels },
  {
    pattern: /^\/v1\/models\/([^/]+)$/,
    method: "GET",
    answer: (_model, _request, name) => retrieveModel(name),
  },
];

function answerPost(api: ApiName): Route["answer"] {
  return async (model, request) => {
    const body = await readBody(request);
    return "refusal" in body ? answerRefusal(body.refusal) : model.answer(api, body.value);
  };
}
