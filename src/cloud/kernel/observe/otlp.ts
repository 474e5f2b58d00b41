/** Exports spans by OTLP over HTTP in its JSON encoding (OpenTelemetry Protocol 1.x), in batches. */
import { setTimeout as delay } from "node:timers/promises";
import type { Attributes, EndedSpan } from "./spans.ts";

/** Sends a batch. Resolves to the status of the response. */
export type Post = (body: string, signal: AbortSignal) => Promise<number>;

interface ExporterOptions {
  readonly post: Post;
  /** Describes this process: `service.name` and others. */
  readonly resource: Attributes;
  readonly scopeVersion: string;
  onFailure(error: unknown, spans: number): void;
  /** Milliseconds between batches, and the spans of one batch and of the queue. Defaults of OTEL_BSP_…. */
  readonly delayMs?: number;
  readonly batchMax?: number;
  readonly queueMax?: number;
}

export interface Exporter {
  /** Queues a span. Drops it while the queue is full: traces never slow down the work. */
  take(span: EndedSpan): void;
  /** Sends what is queued, within a few seconds. */
  close(): Promise<void>;
}

const postMs = 10_000;
const closeMs = 3000;
const triesMax = 3;
const retryMs = 1000;

/** Statuses after which OTLP wants the same batch again. */
const isTemporary = (status: number): boolean => [429, 502, 503, 504].includes(status);

export const createExporter = (options: ExporterOptions): Exporter => {
  const { post, resource, scopeVersion, onFailure, delayMs = 5000, batchMax = 512, queueMax = 2048 } = options;
  const closing = new AbortController();
  let queue: EndedSpan[] = [];
  let dropped = 0;
  let wake: () => void = () => undefined;

  const send = async (batch: readonly EndedSpan[]): Promise<void> => {
    const body = JSON.stringify(messageOf(batch, resource, scopeVersion));
    for (let attempt = 1; ; attempt += 1) {
      const status = await post(body, AbortSignal.timeout(postMs));
      if (status >= 200 && status < 300) return;
      if (!isTemporary(status) || attempt === triesMax) throw new Error(`The collector answered ${status}.`);
      await delay(retryMs * attempt, undefined, { ref: false });
    }
  };

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      await send(batch).catch((error: unknown) => onFailure(error, batch.length));
    }
    if (dropped > 0) onFailure(new Error("The queue of spans was full."), dropped);
    dropped = 0;
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, delayMs).unref();
      await promise;
      clearTimeout(timer);
      await flush();
    }
  };
  const running = run();

  return {
    take: (span) => {
      if (queue.length >= queueMax) dropped += 1;
      else queue.push(span);
      if (queue.length >= batchMax) wake();
    },
    close: async () => {
      closing.abort();
      wake();
      await Promise.race([running, delay(closeMs, undefined, { ref: false })]);
      queue = [];
    },
  };
};

const messageOf = (spans: readonly EndedSpan[], resource: Attributes, version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: "freehold", version }, spans: spans.map(spanOf) }],
    },
  ],
});

const spanOf = ({ startMs, endMs, attributes, error, ...span }: EndedSpan) => ({
  ...span,
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesOf({ ...attributes, ...(error !== undefined && { "error.type": error }) }),
  status: error === undefined ? {} : { code: 2 },
});

/** 64-bit numbers are strings in JSON. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

const valueOf = (value: string | number | boolean) => {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};
