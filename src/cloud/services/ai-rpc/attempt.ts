/** Tries one server after the other until one answers. */
import type { Logger } from "pino";
import type { Upstream } from "../../engines/ai/ai.ts";
import type { Model } from "./catalogue.ts";
import { isFree } from "./prices.ts";
import { busy, notSupported, unavailable, UpstreamRefusal } from "./problems.ts";
import { isRecord, type AiRequest } from "./request.ts";
import { aiAnswerTokens } from "../../../../resources/ai-rpc/limits.ts";

export interface Answered {
  readonly model: Model;
  readonly response: Response;
}

interface Attempt {
  readonly models: readonly Model[];
  readonly request: AiRequest;
  readonly signal: AbortSignal;
  /** Timeout for a server's response headers. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

/** Statuses caused by the request itself; another server would return the same. */
const ofTheRequest = new Set([400, 413, 415, 422]);
/** Statuses of servers that lack a path. */
const notOffered = new Set([404, 405, 501]);
const overloaded = new Set([429, 503]);

/** Returns the first response. Throws AiProblem if a server refuses the request or none answers. */
export const firstAnswer = async ({ models, request, signal, timeoutMs, log }: Attempt): Promise<Answered> => {
  const able = models.filter(({ card }) => card.operations?.includes(request.operation) ?? true);
  const statuses: (number | undefined)[] = [];
  for (const model of able) {
    for (const server of model.servers) {
      const response = await ask(server, model, { request, signal, timeoutMs, log });
      if (response?.ok) return { model, response };
      if (response && ofTheRequest.has(response.status)) throw await refusalOf(response);
      statuses.push(response?.status);
      await response?.body?.cancel();
      signal.throwIfAborted();
    }
  }
  const names = models.map(({ card }) => card.id).join(", ");
  if (statuses.every((status) => status !== undefined && notOffered.has(status)))
    throw notSupported(names, request.operation);
  throw statuses.some((status) => status !== undefined && overloaded.has(status)) ? busy(names) : unavailable(names);
};

const ask = async (
  server: Upstream,
  model: Model,
  { request, signal, timeoutMs, log }: Omit<Attempt, "models">,
): Promise<Response | undefined> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error("Timed out.")), timeoutMs);
  try {
    const both = AbortSignal.any([signal, timeout.signal]);
    const response = await server.ask(request.operation, bodyFor(model, request), both);
    // Mistakes in requests are reported to the client only: clients could flood the operator's log.
    if (!response.ok && !ofTheRequest.has(response.status))
      log.warn({ upstream: server.name, status: response.status }, "A model server refused the request");
    return response;
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error, upstream: server.name }, "A model server did not answer");
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Returns the body for this model, with changes that reveal the cost: streams report usage, and responses are limited.
 */
const bodyFor = (model: Model, { body, streams, operation, isLimited }: AiRequest) => {
  const limited = isLimited || operation === "embeddings" || isFree(model.prices);
  const options = isRecord(body["stream_options"]) ? body["stream_options"] : {};
  return {
    ...body,
    model: model.card.id,
    ...(!limited && { max_tokens: aiAnswerTokens }),
    ...(streams && { stream_options: { ...options, include_usage: true } }),
  };
};

const refusalOf = async (response: Response): Promise<UpstreamRefusal> => {
  const json: unknown = await response.json().catch(() => undefined);
  const error = isRecord(json) && isRecord(json["error"]) ? json["error"] : {};
  const textIn = (name: string): string | undefined =>
    typeof error[name] === "string" ? error[name].slice(0, 2000) : undefined;
  return new UpstreamRefusal(response.status, {
    message: textIn("message") ?? "The model's server refused this request.",
    code: textIn("code") ?? "invalid_value",
    param: textIn("param") ?? null,
  });
};
