/** Handles one request from the hold to its end: forwards, meters and charges it. */
import type { Logger } from "pino";
import { firstAnswer, type Answered } from "./attempt.ts";
import type { Bill, Ended } from "./bill.ts";
import type { Model } from "./catalogue.ts";
import { eventsOf } from "../../engines/ai/events.ts";
import { createMeter, type Meter } from "./meter.ts";
import { costAtMost } from "./prices.ts";
import { brokenOff, problemBody, unavailable } from "./problems.ts";
import { isRecord, type AiRequest } from "./request.ts";

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
  const json: unknown = await response.json().catch(() => undefined);
  if (!isRecord(json)) throw unavailable(model.card.id);
  meter.see(json);
  await finish("done", model);
  return json;
};

/**
 * Relays events. A server that breaks off is reported to the client without a charge; a client that disconnects pays
 * for the output until then.
 */
async function* relay(
  { signal, timeoutMs, log, request }: AnswerOptions,
  { model, response }: Answered,
  meter: Meter,
  finish: Finish,
): AsyncGenerator<string> {
  let outcome: Ended["outcome"] = "broken";
  try {
    for await (const data of eventsOf(watched(response.body!, timeoutMs))) {
      if (data === "[DONE]") outcome = "done";
      const event = data === "[DONE]" ? undefined : parsed(data);
      meter.see(event);
      if (isRecord(event) && "error" in event) {
        outcome = "failed";
        break;
      }
      // The last event contains the usage; clients that did not request it don't expect it.
      const isOnlyUsage = isRecord(event) && isRecord(event["usage"]) && isEmpty(event["choices"]);
      if (outcome !== "done" && !(isOnlyUsage && !request.wantsUsage)) yield data;
    }
    if (outcome !== "done") outcome = "failed";
  } catch (error) {
    outcome = signal.aborted ? "broken" : "failed";
    if (!signal.aborted) log.warn({ err: error, model: model.card.id }, "A model server closed the connection");
  } finally {
    await finish(outcome, model);
  }
  if (outcome === "done") yield "[DONE]";
  if (outcome === "failed") yield JSON.stringify(problemBody(brokenOff()));
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

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
};

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;
