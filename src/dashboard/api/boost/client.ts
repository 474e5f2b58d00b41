/** Client for Boost's calls: a node's own bearer token, its envelope and its errors. Shows nothing. */
import { createNode } from "../../../../resources/boost/node-calls.ts";
import type { CallInput, Reply, RequestOptions } from "../../../../resources/call-input.ts";
import type { CallLine, CallSpec } from "../../../../resources/define.ts";
import { parseCall } from "../../../../resources/endpoints.ts";
import { fill } from "../../../../resources/href.ts";
import { networkRetries } from "../../../../resources/limits.ts";
import { randomId } from "../../lib/random-id.ts";
import { request } from "../client.ts";
import { baseOf, configReady } from "../config.ts";
import { NetworkError } from "../errors.ts";
import { handlers } from "../handlers.ts";
import { sessionKeys } from "../session/keys.ts";
import { session } from "../session/session.ts";
import { queryString } from "../url.ts";
import { wire } from "../wire.ts";
import { BoostError, unwrapBoost } from "./errors.ts";
import { nodeToken } from "./node-token.ts";

export interface BoostOptions {
  /** Fails without offering a retry, for background requests. */
  readonly silent?: boolean;
}

/**
 * Makes a Boost call and validates its reply. An expired node token is replaced once by exchanging the personal one.
 * Asks whether to retry when all attempts fail. Throws BoostError and NetworkError.
 */
export const sendBoost = async <C extends CallSpec>(
  spec: C,
  input: CallInput<C> & BoostOptions = {},
): Promise<Reply<C>> => {
  // One key for all attempts: a retry after a lost response must not repeat the change.
  const key = spec.call.startsWith("GET ") ? undefined : randomId();
  for (;;) {
    try {
      return await attempt(spec, input, key);
    } catch (error) {
      if (input.silent || !(error instanceof NetworkError)) throw error;
      const changes = key !== undefined;
      const answer = handlers.networkFailed(changes);
      if (!changes || !(await answer)) throw error;
    }
  }
};

const attempt = async <C extends CallSpec>(
  spec: C,
  input: CallInput<C> & BoostOptions,
  key: string | undefined,
): Promise<Reply<C>> => {
  await configReady();
  if (spec.can === "node" && nodeToken.get() === undefined) await joinNode();
  const attemptTransfer = () => transferOnce(spec.call, input as RequestOptions & BoostOptions, key);
  try {
    return spec.reply.parse(await attemptTransfer()) as Reply<C>;
  } catch (error) {
    if (spec.can !== "node" || !isDenied(error)) throw error;
    nodeToken.forget();
    await joinNode();
    return spec.reply.parse(await attemptTransfer()) as Reply<C>;
  }
};

const isDenied = (error: unknown): boolean => error instanceof BoostError && error.code === 401;

let joining: Promise<void> | undefined;

/** Exchanges the personal token for the node's, once for all callers. Throws BoostError when signed out. */
export const joinNode = (): Promise<void> => {
  joining ??= join().finally(() => {
    joining = undefined;
  });
  return joining;
};

/** The join call for users of the messaging app; set by the mini app. */
export const joiningBy: { call: CallLine } = { call: createNode.call };

const join = async (): Promise<void> => {
  if (session.get().token === undefined) unwrapBoost(401, undefined);
  const code = localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
  const data = await request(joiningBy.call, { body: { code }, personal: true, silent: true });
  nodeToken.set(createNode.reply.parse(data).token);
};

const transferOnce = async (
  call: CallLine,
  { params, query, body, signal, headers: headersOfCaller, retries = networkRetries }: RequestOptions & BoostOptions,
  key: string | undefined,
): Promise<unknown> => {
  const { method, alias, path } = parseCall(call);
  const token = nodeToken.get();
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(key !== undefined && { "Idempotency-Key": key }),
    ...headersOfCaller,
  };
  const url = baseOf(alias) + fill(path, params) + queryString(query);
  const { transfer } = await wire();
  const answer = await transfer({ method, url, headers, data: body, ...(signal && { signal }) }, retries);
  return unwrapBoost(answer.status, answer.body);
};
