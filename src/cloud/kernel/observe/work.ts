/** The work that the current code belongs to: a request, or a job that a request started. Logs, jobs and engines read it here. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span, SpanKind, Tracer } from "./spans.ts";
import { randomHex } from "./spans.ts";

export interface Work {
  /** ID of the request, also of the one that started a job. */
  readonly requestId?: string | undefined;
  /** The request's method and the pattern of its route, once that is known; never its path, which can contain tokens. */
  route?: string;
  readonly job?: { readonly queue: string; readonly jobId: string };
  /** Absent while traces are off. */
  readonly span?: Span | undefined;
}

/** What a job keeps of the work that started it. */
export interface StartedBy {
  readonly requestId?: string;
  readonly traceparent?: string;
}

const works = new AsyncLocalStorage<Work>();

export const currentWork = (): Work | undefined => works.getStore();

/** Runs `act` as part of a work, with everything it starts. */
export const duringWork = <T>(work: Work, act: () => T): T => works.run(work, act);

/** Runs `act` outside of any work: for activities that a request only wakes. */
export const outsideWork = <T>(act: () => T): T => works.exit(act);

/** Returns the fields of the current work for a log line. */
export const logFieldsOfWork = (): Record<string, string> => {
  const work = works.getStore();
  if (!work) return {};
  const { requestId, route, job, span } = work;
  return {
    ...(requestId !== undefined && { requestId }),
    ...(route !== undefined && { route }),
    ...job,
    ...(span && { traceId: span.traceId, spanId: span.id }),
  };
};

/** Returns what a job needs to continue the current work; undefined outside of any. */
export const startedByWork = (): StartedBy | undefined => {
  const { requestId, span } = works.getStore() ?? {};
  if (requestId === undefined && !span) return undefined;
  return { ...(requestId !== undefined && { requestId }), ...(span && { traceparent: span.traceparent }) };
};

/** Runs a job as a continuation of the work that started it, in a new span. */
export const continueWork = async <T>(
  tracer: Tracer | undefined,
  { name, job, startedBy }: { readonly name: string; readonly job?: Work["job"]; readonly startedBy?: StartedBy },
  act: () => Promise<T>,
): Promise<T> => {
  const { requestId, traceparent } = startedBy ?? {};
  const attributes = { ...(requestId !== undefined && { "freehold.request_id": requestId }) };
  const span = tracer?.start(name, "consumer", traceparent, attributes);
  return ended(span, () => works.run({ requestId, ...(job && { job }), span }, act));
};

/** Runs `act` in a child of the current span; without one, just runs it. */
export const inSpan = <T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  act: (span?: Span) => Promise<T>,
): Promise<T> => {
  const work = works.getStore();
  if (!work?.span) return act();
  const span = work.span.child(name, kind, attributes);
  return ended(span, () => works.run({ ...work, span }, () => act(span)));
};

const ended = async <T>(span: Span | undefined, act: () => Promise<T>): Promise<T> => {
  try {
    const result = await act();
    span?.end();
    return result;
  } catch (error) {
    span?.end(error);
    throw error;
  }
};

/** Returns the header that continues the trace in an engine; none outside of a call to one. */
export const traceHeaders = (): { readonly traceparent?: string } => {
  const span = works.getStore()?.span;
  return span?.kind === "client" ? { traceparent: span.traceparent } : {};
};

export const requestIdHeader = "x-request-id";

/** Returns the ID that a client or proxy gave the request if it is valid, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === "string" && /^[\w.-]{8,128}$/.test(given) ? given : randomHex(8);
