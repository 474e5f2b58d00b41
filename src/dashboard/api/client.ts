/** The client for declared calls: base URLs, tokens, envelope, retries. Shows nothing; see handlers.ts. */
import type { CallInput, Reply, Request, RequestOptions, Send } from "../../../resources/declare/call-input.ts";
import type { CallLine, CallSpec } from "../../../resources/declare/define.ts";
import { nodeAlias } from "../../../resources/declare/aliases.ts";
import { parseCall } from "../../../resources/declare/endpoints.ts";
import { fill } from "../../../resources/declare/href.ts";
import { errorPauseMs, networkRetries } from "../../../resources/limits.ts";
import { randomId } from "../lib/random-id.ts";
import { authorizationFor, isPersonal, teamFor } from "./authorization.ts";
import { baseOf, configReady } from "./config.ts";
import { takeEarly } from "./early/early-data.ts";
import { ApiError, CanceledError, NetworkError, unwrap } from "./errors.ts";
import { handlers } from "./handlers.ts";
import { report } from "./report.ts";
import { nodeToken } from "./session/node-token.ts";
import { refreshIfDue, renewTeamTokenIfDue } from "./session/refresh.ts";
import { session } from "./session/session.ts";
import { queryString } from "./url.ts";
import { nodeCode, wire } from "./wire.ts";

/** Makes a declared call and validates its reply: `send(projectSearch, { query: { keyword } })`. */
export const send: Send = async <C extends CallSpec>(spec: C, input: CallInput<C> = {}): Promise<Reply<C>> => {
  const options = input as RequestOptions;
  const silent = options.silent ?? (spec.can === "anyone" && !isNodeCall(spec.call, options));
  const data = await request(spec.call, { ...options, silent, requiresNode: spec.can === "node" });
  return spec.reply.parse(data) as Reply<C>;
};

/** Makes a call by its line and returns the envelope's data unchecked; for the registry's own interpreters. */
export const request: Request = async (call, options = {}) => {
  // One key for all attempts: a retry after a lost response must not repeat the change.
  const key = call.startsWith("GET ") ? undefined : randomId();
  const isNodes = isNodeCall(call, options);
  const attemptOnce = () => attempt(call, options, key);
  for (;;) {
    try {
      return await (isNodes ? attemptAsNode(attemptOnce, options) : attemptOnce());
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, errorPauseMs));
      if (options.silent) throw error;
      // A node that is refused leaves the session as it is.
      if (!isNodes) report(error);
      if (!(error instanceof NetworkError) || !(await shouldRetry(key !== undefined))) throw error;
    }
  }
};

/** Returns whether a call carries the node's token instead of the session's. Operators of Boost have no node there. */
const isNodeCall = (call: CallLine, { personal }: RequestOptions): boolean => {
  const { alias, path } = parseCall(call);
  return !personal && alias === nodeAlias && !path.startsWith("/operator/");
};

const attemptAsNode = async (attemptOnce: () => Promise<unknown>, { requiresNode = false }: RequestOptions) => {
  const [{ asNode }] = await Promise.all([nodeCode(), wire()]);
  return asNode(attemptOnce, { request, requiresNode });
};

/**
 * Returns whether to send the request again. The navigation in progress must not wait for an answer that the user gives
 * on the next screen.
 */
const shouldRetry = async (changes: boolean): Promise<boolean> => {
  const answer = handlers.networkFailed(changes);
  return changes && answer;
};

const attempt = async (call: CallLine, options: RequestOptions, key: string | undefined): Promise<unknown> => {
  const { method, url, authorization } = await prepare(call, options);
  const early = key === undefined ? await takeEarly(url, authorization) : undefined;
  if (early) return unwrap(early.status, early.body);
  const headers = {
    ...(authorization && { Authorization: authorization }),
    ...(key && { "Idempotency-Key": key }),
    ...(typeof options.body === "string" && { "Content-Type": "text/plain" }),
    ...options.headers,
  };
  const { transfer } = await wire();
  const { body, signal, onSent, retries = networkRetries } = options;
  const progress = onSent && { onUploadProgress: ({ loaded }: { loaded: number }) => onSent(loaded) };
  const answer = await transfer({ method, url, headers, data: body, ...(signal && { signal }), ...progress }, retries);
  return unwrap(answer.status, answer.body);
};

/** Returns the URL and the authorization of a call, with valid tokens. */
export const prepare = async (call: CallLine, options: RequestOptions) => {
  const { method, alias, path } = parseCall(call);
  const filled = fill(path, options.params);
  if (isNodeCall(call, options)) {
    await configReady();
    const token = nodeToken.get();
    const url = baseOf(alias) + filled + queryString(options.query);
    return { method, url, authorization: token && `Bearer ${token}` };
  }
  await Promise.all([configReady(), renewTokens(options.personal === true || isPersonal(alias, filled))]);
  const { token, team } = session.get();
  return {
    method,
    url: baseOf(alias) + filled + queryString({ ...teamFor(session.get(), alias), ...options.query }),
    authorization: authorizationFor(options.personal ? { token, team: undefined } : { token, team }, alias, filled),
  };
};

/** Returns a session with valid tokens. If the team is lost meanwhile, the call is not made for another one. */
const renewTokens = async (personal: boolean): Promise<void> => {
  await refreshIfDue();
  if (personal) return;
  const before = session.get().team?.teamId;
  await renewTeamTokenIfDue();
  if (session.get().team?.teamId !== before) throw new CanceledError();
};

/** Returns whether the same call could succeed later: no response, or a server error; not a refusal. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.statusCode >= 500);
