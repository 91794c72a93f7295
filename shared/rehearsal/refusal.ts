import { describeType } from "./json-value.ts";

/** An answer in the error shape of the OpenAI API. */
export type Refusal = {
  status: number;
  error: { message: string; type: string; param: string | null; code: string | null };
  headers?: Record<string, string>;
};

export function isRefusal(value: object): value is Refusal {
  return "error" in value;
}

/** The client's mistake, with status 400 unless the API has another one for it. */
export function refuse(
  message: string,
  param: string | null = null,
  code: string | null = null,
  status = 400,
): Refusal {
  return { status, error: { message, type: "invalid_request_error", param, code } };
}

export function refuseMissing(param: string): Refusal {
  return refuse(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
}

/** `expected` carries its article: "a string", "an array of objects". */
export function refuseType(param: string, expected: string, value: unknown): Refusal {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${describeType(value)} instead.`;
  return refuse(message, param, "invalid_type");
}

export function refuseValue(param: string, value: string, supported: readonly string[]): Refusal {
  const quoted = supported.map((one) => `'${one}'`);
  const last = quoted.pop() ?? "";
  const list =
    quoted.length > 1 ? `${quoted.join(", ")}, and ${last}` : [...quoted, last].join(" and ");
  const message = `Invalid value: '${value}'. Supported values are: ${list}.`;
  return refuse(message, param, "invalid_value");
}
