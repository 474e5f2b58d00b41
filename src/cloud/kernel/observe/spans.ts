/** Spans of traces (OpenTelemetry), and the header `traceparent` (W3C Trace Context) that connects those of several programs. */
import { randomFillSync } from "node:crypto";

/** Numbers of OTLP. */
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
export type SpanKind = keyof typeof kinds;
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  readonly traceId: string;
  readonly id: string;
  readonly kind: SpanKind;
  /** Value of the header `traceparent` for programs that this span calls. */
  readonly traceparent: string;
  child(name: string, kind: SpanKind, attributes?: Attributes): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Ends the span; with an error, as failed. A second call is ignored. */
  end(error?: unknown): void;
}

/** A span as OTLP's JSON encoding has it, without its attributes' types. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** Type of the error of a failed span. Messages are left out: they can contain addresses and names. */
  readonly error?: string;
}

export interface Tracer {
  /** Starts the first span of this process's part of a trace; `traceparent` names the caller's span. */
  start(name: string, kind: SpanKind, traceparent?: string, attributes?: Attributes): Span;
}

/** Samplers of the OpenTelemetry specification, by the names of OTEL_TRACES_SAMPLER. */
export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

interface TracerOptions {
  readonly sampler: (typeof samplers)[number];
  /** Share of the traces recorded by the samplers with a ratio, 0 to 1. */
  readonly ratio: number;
  take(span: EndedSpan): void;
}

/** Creates a tracer that passes each recorded span to `take` when it ends. */
export const createTracer = ({ sampler, ratio, take }: TracerOptions): Tracer => {
  const isRecorded = (traceId: string, parent: Parent | undefined): boolean => {
    if (parent && sampler.startsWith("parentbased_")) return parent.isRecorded;
    if (sampler.endsWith("always_on")) return true;
    // The last 7 bytes of an ID are random (W3C Trace Context, level 2).
    return sampler.endsWith("traceidratio") && Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
  };

  const open = (name: string, kind: SpanKind, of: Lineage, given: Attributes): Span => {
    const { traceId, parentId, recorded } = of;
    const id = randomHex(8);
    const startMs = nowMs();
    let attributes = given;
    let isEnded = false;
    return {
      traceId,
      id,
      kind,
      traceparent: `00-${traceId}-${id}-${recorded ? "01" : "00"}`,
      child: (childName, childKind, more = {}) => open(childName, childKind, { traceId, parentId: id, recorded }, more),
      rename: (to) => {
        name = to;
      },
      set: (more) => {
        attributes = { ...attributes, ...more };
      },
      end: (error) => {
        if (isEnded) return;
        isEnded = true;
        if (!recorded) return;
        take({
          traceId,
          spanId: id,
          ...(parentId !== undefined && { parentSpanId: parentId }),
          name,
          kind: kinds[kind],
          startMs,
          endMs: nowMs(),
          attributes,
          ...(error !== undefined && { error: typeOf(error) }),
        });
      },
    };
  };

  return {
    start: (name, kind, traceparent, attributes = {}) => {
      const parent = parentOf(traceparent);
      const traceId = parent?.traceId ?? randomHex(16);
      const lineage = { traceId, parentId: parent?.id, recorded: isRecorded(traceId, parent) };
      return open(name, kind, lineage, attributes);
    },
  };
};

interface Lineage {
  readonly traceId: string;
  readonly parentId: string | undefined;
  readonly recorded: boolean;
}

interface Parent {
  readonly traceId: string;
  readonly id: string;
  readonly isRecorded: boolean;
}

/** Parses a `traceparent`; undefined if it is invalid. Later versions may add fields at the end. */
const parentOf = (traceparent = ""): Parent | undefined => {
  const [, version, traceId = "", id = "", flags = "", rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(id)) return undefined;
  return { traceId, id, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 };
};

const typeOf = (error: unknown): string => {
  const { code, name } = error as { readonly code?: unknown; readonly name?: string };
  return typeof code === "string" || typeof code === "number" ? String(code) : (name ?? "Error");
};

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Asks for many random bytes at once, because each request needs a few. */
const createRandomHex = () => {
  const pool = Buffer.alloc(4096);
  let used = pool.length;
  return (bytes: number): string => {
    if (used + bytes > pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.toString("hex", used - bytes, used);
  };
};

/** Returns random bytes as hexadecimal digits. */
export const randomHex = createRandomHex();
