/** Sends a call exactly as entered, with this browser's session, and returns the response: for the API reference. */
import { aliases, type Alias } from "../../../../../resources/declare/aliases.ts";
import { authorizationFor } from "../../../api/authorization.ts";
import { session } from "../../../api/session/session.ts";
import { randomId } from "../../../lib/random-id.ts";

export interface TypedCall {
  readonly method: string;
  /** Name of the service the call belongs to. */
  readonly service: string;
  /** With {params}, relative to the service's base. */
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  /** Empty ones are omitted. */
  readonly queryValues: Readonly<Record<string, string>>;
  readonly body: string | Blob | undefined;
}

export interface CallResult {
  readonly status: number;
  readonly elapsedMs: number;
  /** Formatted JSON, or the raw text. */
  readonly text: string;
}

/** Sends the call with the current team's token, or without one when signed out. Rejects without a response. */
export const tryCall = async (call: TypedCall, signal: AbortSignal): Promise<CallResult> => {
  const started = performance.now();
  const response = await fetch(addressOf(call), {
    method: call.method,
    headers: headersOf(call),
    signal,
    ...(call.body !== undefined && { body: call.body }),
  });
  const text = await response.text();
  return { status: response.status, elapsedMs: Math.round(performance.now() - started), text: readable(text) };
};

/** Returns the URL with its parameters filled in. */
export const addressOf = ({
  path,
  pathValues,
  queryValues,
}: Pick<TypedCall, "path" | "pathValues" | "queryValues">): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValues[name] ?? ""));
  const query = new URLSearchParams(Object.entries(queryValues).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${filled}?${query}` : filled;
};

const headersOf = ({ method, service, path, body }: TypedCall): Record<string, string> => {
  const alias = `$${service}` as Alias;
  const authorization = authorizationFor(session.get(), alias, path.slice(aliases[alias].length));
  return {
    ...(authorization && { authorization }),
    ...(typeof body === "string" && { "content-type": "application/json" }),
    ...(body instanceof Blob && { "content-type": "application/octet-stream" }),
    ...(method !== "GET" && { "idempotency-key": randomId() }),
  };
};

const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};
