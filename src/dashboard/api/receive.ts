import type { CallInput, Reply, RequestOptions } from "../../../resources/declare/call-input.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { linesOf } from "../lib/lines-of.ts";
import { prepare } from "./client.ts";
import { CanceledError, NetworkError, unwrap } from "./errors.ts";
import { report } from "./report.ts";

/**
 * Makes a call that is declared with `events`, and yields each event as it arrives. Never retries; the caller handles
 * network failures. Throws NetworkError, CanceledError once `signal` is aborted, and ApiError if refused.
 */
export async function* receive<C extends CallSpec>(spec: C, input: CallInput<C> = {}): AsyncGenerator<Reply<C>> {
  const response = await openStream(spec, input as RequestOptions);
  if (!response.ok || !response.body) throw await refusalOf(response, input.silent ?? spec.can === "anyone");
  try {
    for await (const line of linesOf(response.body)) yield spec.reply.parse(JSON.parse(line)) as Reply<C>;
  } catch (error) {
    throw failureOf(error, input.signal);
  }
}

const openStream = async (spec: CallSpec, options: RequestOptions): Promise<Response> => {
  const { method, url, authorization } = await prepare(spec.call, options);
  const { body, signal } = options;
  try {
    return await fetch(url, {
      method,
      headers: {
        ...(authorization && { Authorization: authorization }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    throw failureOf(error, signal);
  }
};

const refusalOf = async (response: Response, silent: boolean): Promise<unknown> => {
  try {
    unwrap(response.status, await response.json().catch(() => undefined));
    return new NetworkError("The response has no events.");
  } catch (refusal) {
    if (!silent) report(refusal);
    return refusal;
  }
};

/** Returns the error of a failed fetch, which does not tell its reason. */
const failureOf = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted) return new CanceledError();
  return error instanceof TypeError ? new NetworkError(error.message) : error;
};
