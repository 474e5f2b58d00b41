/** The one client for declared calls: bases, tokens, envelope, retries. It shows nothing; see handlers.ts. */
import type { CallInput, Reply, Request, RequestOptions, Send } from "../../../resources/call-input.ts";
import type { CallLine, CallSpec } from "../../../resources/define.ts";
import { parseCall } from "../../../resources/endpoints.ts";
import { fill } from "../../../resources/href.ts";
import { networkRetries } from "../../../resources/limits.ts";
import { randomId } from "../lib/random-id.ts";
import { authorizationFor, teamFor } from "./authorization.ts";
import { baseOf, configReady } from "./config.ts";
import { takeEarly } from "./early/early-data.ts";
import { ApiError, NetworkError, unwrap } from "./errors.ts";
import { report } from "./report.ts";
import { refreshIfDue } from "./session/refresh.ts";
import { session } from "./session/session.ts";
import { queryString } from "./url.ts";

/** Makes a declared call and checks its reply: `send(projectSearch, { query: { keyword } })`. */
export const send: Send = async <C extends CallSpec>(spec: C, input: CallInput<C> = {}): Promise<Reply<C>> => {
  const silent = input.silent ?? spec.can === "anyone";
  const data = await request(spec.call, { ...(input as RequestOptions), silent });
  return spec.reply.parse(data) as Reply<C>;
};

/** Makes a call by its line and gives the envelope's data as it is; for the registry's own interpreters. */
export const request: Request = async (call, options = {}) => {
  try {
    return await attempt(call, options);
  } catch (error) {
    if (!options.silent) report(error);
    throw error;
  }
};

const attempt = async (call: CallLine, options: RequestOptions): Promise<unknown> => {
  const { method, alias, path } = parseCall(call);
  await Promise.all([configReady(), refreshIfDue()]);
  const filled = fill(path, options.params);
  const url = baseOf(alias) + filled + queryString({ ...teamFor(session.get(), alias), ...options.query });
  const authorization = authorizationFor(session.get(), alias, filled);
  const early = method === "GET" ? await takeEarly(url, authorization) : undefined;
  if (early) return unwrap(early.status, early.body);
  const headers = {
    ...(authorization && { Authorization: authorization }),
    // One key for all attempts: a retry after a lost answer must not do the thing twice.
    ...(method !== "GET" && { "Idempotency-Key": randomId() }),
  };
  const { transfer } = await import("./transport.ts");
  const { body, signal, onSent, retries = networkRetries } = options;
  const progress = onSent && { onUploadProgress: ({ loaded }: { loaded: number }) => onSent(loaded) };
  const answer = await transfer({ method, url, headers, data: body, ...(signal && { signal }), ...progress }, retries);
  return unwrap(answer.status, answer.body);
};

/** Whether the same call could succeed later: no answer, or the cloud in trouble; not a refusal. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.statusCode >= 500);
