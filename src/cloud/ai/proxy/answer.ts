/** Handles one request from the hold to its end: forwards, meters and charges it. */
import type { Logger } from "pino";
import type { Bill, Ended } from "./bill.ts";
import type { Model } from "./catalogue.ts";
import { createChoices, errorIn, eventsOf, isRecord, parsedEvent } from "../../engines/ai/events.ts";
import { parseExactJson } from "../../engines/network/parse-json.ts";
import { costAtMost, isFree, type Tokens } from "./prices.ts";
import {
  type AiProblem,
  brokenOff,
  busy,
  modelNotReady,
  notSupported,
  problemBody,
  unavailable,
  UpstreamFailure,
  UpstreamRefusal,
} from "./problems.ts";
import type { AiRequest } from "./request.ts";
import { ModelNotReady, type Upstream } from "../../engines/ai/ai.ts";
import { aiAnswerTokens } from "../../../../resources/ai/limits.ts";

/** JSON, or the data of server-sent events. */
export type Reply = { readonly json: unknown } | { readonly events: AsyncIterable<string> };

export interface AnswerOptions {
  readonly keyId: string;
  /** In the order of attempts. */
  readonly models: readonly Model[];
  readonly request: AiRequest;
  readonly bill: Bill;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Called with the result before the last event is sent. */
  onEnded?(ended: Paid): void;
}

/** Usage and cost of a request. */
export interface Paid extends Omit<Ended, "prices"> {
  /** LAND×1e18. */
  readonly cost: bigint;
}

type Finish = (outcome: Ended["outcome"], model: Model) => Promise<unknown>;

/** Answers a request. Throws AiProblem; nothing is charged then. */
export const answer = async (options: AnswerOptions): Promise<Reply> => {
  const { keyId, models, request, bill } = options;
  const [first] = models;
  const costs = models.map(({ prices }) => costAtMost(prices, request.inputMax, request.outputMax));
  const most = costs.reduce((a, b) => (a > b ? a : b));
  const reserved = await bill.reserve(keyId, first!.card.id, most);
  const meter = createMeter(Buffer.byteLength(JSON.stringify(request.body)));
  const finish: Finish = async (outcome, { card, prices }) => {
    const { tokens, firstTokenMs, speed } = meter;
    const ended = {
      outcome,
      model: card.id,
      tokens: tokens(),
      firstTokenMs: firstTokenMs(),
      speed: speed(),
    };
    const cost = await bill.end(reserved, { ...ended, prices });
    options.onEnded?.({ ...ended, cost });
  };
  try {
    const answered = await firstAnswer(options);
    const isStream = answered.response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    if (isStream && answered.response.body) return { events: relay(options, answered, meter, finish) };
    return { json: await whole(answered, meter, finish) };
  } catch (error) {
    await finish("failed", first!);
    throw error;
  }
};

const whole = async ({ model, response }: Answered, meter: Meter, finish: Finish): Promise<unknown> => {
  const json = parseExactJson(await response.text().catch(() => ""));
  if (!isRecord(json)) throw unavailable(model.card.id);
  const error = errorIn(json);
  if (error && !("choices" in json) && !("data" in json)) throw new UpstreamFailure(error);
  meter.see(json);
  await finish("done", model);
  return json;
};

/**
 * Relays events until `[DONE]`, or the end if all choices have ended. A server that breaks off or reports an error
 * before is reported to the client without a charge; a client that disconnects pays for the output until then.
 */
async function* relay(
  { signal, timeoutMs, log, request }: AnswerOptions,
  { model, response }: Answered,
  meter: Meter,
  finish: Finish,
): AsyncGenerator<string> {
  let outcome: Ended["outcome"] = "broken";
  let problem: AiProblem = brokenOff();
  const choices = createChoices(request.choices);
  try {
    for await (const data of eventsOf(watched(response.body!, timeoutMs))) {
      if (data === "[DONE]") {
        outcome = "done";
        break;
      }
      const event = parsedEvent(data);
      const error = event && errorIn(event);
      if (error) {
        problem = new UpstreamFailure(error);
        break;
      }
      meter.see(event);
      if (event) choices.see(event);
      // The last event contains the usage; clients that did not request it don't expect it.
      const isOnlyUsage = event && isRecord(event["usage"]) && isEmpty(event["choices"]);
      if (!(isOnlyUsage && !request.wantsUsage)) yield data;
    }
    if (outcome !== "done") outcome = choices.areComplete() ? "done" : "failed";
  } catch (error) {
    outcome = choices.areComplete() ? "done" : signal.aborted ? "broken" : "failed";
    if (outcome === "failed") log.warn({ err: error, model: model.card.id }, "A model server closed the connection");
  } finally {
    await finish(outcome, model);
  }
  if (outcome === "done") yield "[DONE]";
  if (outcome === "failed") yield JSON.stringify(problemBody(problem));
}

/** Aborts a stream that is silent for too long. */
async function* watched(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel(new Error("silent")).catch(() => undefined), silenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;

// Tries one server after the other until one answers.

interface Answered {
  readonly model: Model;
  readonly response: Response;
}

interface Attempt {
  readonly keyId: string;
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
const firstAnswer = async ({ keyId, models, request, signal, timeoutMs, log }: Attempt): Promise<Answered> => {
  const able = models.filter(({ card }) => card.operations?.includes(request.operation) ?? true);
  const statuses: (number | undefined)[] = [];
  let notReady: ModelNotReady | undefined;
  for (const model of able) {
    for (const server of model.servers) {
      const response = await ask(server, model, { keyId, request, signal, timeoutMs, log }).catch((error: unknown) => {
        if (!(error instanceof ModelNotReady)) throw error;
        notReady = error;
        return undefined;
      });
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
  if (notReady) throw modelNotReady(notReady.message);
  throw statuses.some((status) => status !== undefined && overloaded.has(status)) ? busy(names) : unavailable(names);
};

const ask = async (
  server: Upstream,
  model: Model,
  { keyId, request, signal, timeoutMs, log }: Omit<Attempt, "models">,
): Promise<Response | undefined> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error("Timed out.")), timeoutMs);
  try {
    const both = AbortSignal.any([signal, timeout.signal]);
    const response = await server.ask(request.operation, bodyFor(model, request), both, keyId);
    // Mistakes in requests are reported to the client only: clients could flood the operator's log.
    if (!response.ok && !ofTheRequest.has(response.status))
      log.warn({ upstream: server.name, status: response.status }, "A model server refused the request");
    return response;
  } catch (error) {
    if (error instanceof ModelNotReady) throw error;
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
  const error = isRecord(json) ? errorIn(json) : undefined;
  return new UpstreamRefusal(response.status, {
    message: error?.message ?? "The model's server refused this request.",
    code: error?.code ?? "invalid_value",
    param: error?.param ?? null,
  });
};

// Meters a response's usage: as reported by its server, or by its length.

type Meter = ReturnType<typeof createMeter>;

/** Approximate bytes per token, for servers that don't report usage and for interrupted streams. */
const bytesPerToken = 4;

/** Creates a meter; `startedAt` and the clock are in milliseconds. */
const createMeter = (promptBytes: number, now: () => number = () => performance.now()) => {
  const startedAt = now();
  let reported: Tokens | undefined;
  let firstAt: number | undefined;
  let lastAt = startedAt;
  let pieces = 0;
  let bytes = 0;
  const tokens = (): Tokens =>
    reported ?? {
      input: BigInt(Math.ceil(promptBytes / bytesPerToken)),
      output: BigInt(Math.max(pieces > 1 ? pieces : 0, Math.ceil(bytes / bytesPerToken))),
      cacheRead: 0n,
      cacheCreate: 0n,
    };
  return {
    /** Adds one event of a stream, or a whole response. */
    see: (data: unknown): void => {
      if (!isRecord(data)) return;
      if (isRecord(data["usage"])) reported = tokensIn(data["usage"]);
      const outputBytes = outputBytesIn(data["choices"]);
      if (outputBytes === 0) return;
      pieces += 1;
      bytes += outputBytes;
      lastAt = now();
      firstAt ??= lastAt;
    },
    tokens,
    firstTokenMs: (): number | null => (firstAt === undefined ? null : Math.round(firstAt - startedAt)),
    /** Returns tokens per second since the first token. */
    speed: (): number | null => {
      if (firstAt === undefined || lastAt - firstAt < 1) return null;
      return Math.round((Number(tokens().output) * 10_000) / (lastAt - firstAt)) / 10;
    },
  };
};

const tokensIn = (usage: Record<string, unknown>): Tokens => {
  const details = isRecord(usage["prompt_tokens_details"]) ? usage["prompt_tokens_details"] : {};
  const count = (value: unknown): bigint =>
    typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : 0n;
  return {
    input: count(usage["prompt_tokens"]),
    output: count(usage["completion_tokens"]),
    cacheRead: count(details["cached_tokens"]),
    cacheCreate: count(details["cache_creation_tokens"]),
  };
};

/** Returns the bytes of the output: text, reasoning and tool calls. */
const outputBytesIn = (choices: unknown): number => {
  if (!Array.isArray(choices)) return 0;
  return choices.reduce<number>((sum, choice) => {
    if (!isRecord(choice)) return sum;
    const from = [choice["delta"], choice["message"], choice].find(isRecord)!;
    const parts = [from["content"], from["text"], from["reasoning_content"], from["tool_calls"]].filter(Boolean);
    const lengths = parts.map((part) => Buffer.byteLength(typeof part === "string" ? part : JSON.stringify(part)));
    return sum + lengths.reduce((a, b) => a + b, 0);
  }, 0);
};
