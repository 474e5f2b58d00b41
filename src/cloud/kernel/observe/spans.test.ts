import { expect, test } from "vitest";
import { createExporter } from "./otlp.ts";
import { createTracer, type EndedSpan } from "./spans.ts";
import { continueWork, duringWork, inSpan, outsideWork, requestIdOf, startedByWork, traceHeaders } from "./work.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

const recorder = (sampler: Parameters<typeof createTracer>[0]["sampler"] = "parentbased_always_on", ratio = 1) => {
  const spans: EndedSpan[] = [];
  return { spans, tracer: createTracer({ sampler, ratio, take: (span) => spans.push(span) }) };
};

test.each([
  ["a valid one", `00-${traceId}-${parent}-01`, true],
  ["a later version with more fields", `cc-${traceId}-${parent}-01-what-comes`, true],
  ["version 00 with more fields", `00-${traceId}-${parent}-01-more`, false],
  ["the invalid version", `ff-${traceId}-${parent}-01`, false],
  ["upper case", `00-${traceId.toUpperCase()}-${parent}-01`, false],
  ["an empty trace ID", `00-${"0".repeat(32)}-${parent}-01`, false],
  ["an empty span ID", `00-${traceId}-${"0".repeat(16)}-01`, false],
  ["another header", "b3-single", false],
])("traceparent: %s continues the trace, or not: %s", (_case, traceparent, continues) => {
  const { spans, tracer } = recorder();
  const span = tracer.start("a", "server", traceparent);
  span.end();
  span.end();
  expect(span.traceId === traceId).toBe(continues);
  expect(spans).toHaveLength(1);
  expect(spans[0]!.parentSpanId).toBe(continues ? parent : undefined);
});

test("samplers decide by the caller's flag or the trace's ID, and the flag is passed on", () => {
  const recorded = (...args: Parameters<typeof recorder>) => {
    const { spans, tracer } = recorder(...args);
    return (traceparent?: string) => {
      const span = tracer.start("a", "server", traceparent);
      const [flag, before] = [span.traceparent.slice(-2), spans.length];
      span.end();
      expect(spans.length > before).toBe(flag === "01");
      return flag === "01";
    };
  };
  const [kept, dropped] = [`00-${traceId}-${parent}-01`, `00-${traceId}-${parent}-00`];
  expect([kept, dropped, undefined].map(recorded("parentbased_always_on"))).toEqual([true, false, true]);
  expect([kept, dropped, undefined].map(recorded("parentbased_always_off"))).toEqual([true, false, false]);
  expect([kept, dropped, undefined].map(recorded("always_off"))).toEqual([false, false, false]);
  const byRatio = recorded("traceidratio", 0.5);
  const share = Array.from({ length: 2000 }, () => byRatio()).filter(Boolean).length / 2000;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
  expect(recorded("traceidratio", 0)(kept)).toBe(false);
});

test("a job continues the request that sent it, and only a call to an engine carries the trace", async () => {
  const { spans, tracer } = recorder();
  const span = tracer.start("POST /x", "server", `00-${traceId}-${parent}-01`);
  const startedBy = duringWork({ requestId: "request-1", span }, startedByWork)!;
  expect(startedBy).toEqual({ requestId: "request-1", traceparent: span.traceparent });
  expect(duringWork({ requestId: "request-1", span }, () => outsideWork(startedByWork))).toBeUndefined();
  await continueWork(tracer, { name: "job mail", startedBy }, async () => {
    expect(traceHeaders()).toEqual({});
    await inSpan("blobs keep", "client", {}, async (call) =>
      expect(traceHeaders()).toEqual({ traceparent: call!.traceparent }),
    );
    await inSpan("rpc read", "client", {}, async () => {
      throw Object.assign(new Error("at https://node/key"), { code: "ECONNRESET" });
    }).catch(() => undefined);
    expect(startedByWork()?.requestId).toBe("request-1");
  });
  span.end();
  const [keep, read, job, request] = spans as [EndedSpan, EndedSpan, EndedSpan, EndedSpan];
  expect([job.parentSpanId, keep.parentSpanId, read.parentSpanId]).toEqual([request.spanId, job.spanId, job.spanId]);
  expect(new Set(spans.map((each) => each.traceId))).toEqual(new Set([traceId]));
  expect([read.error, keep.error]).toEqual(["ECONNRESET", undefined]);
});

test.each([
  ["a-valid.id_1", true],
  ["short", false],
  ["with space 12345", false],
  ["x".repeat(129), false],
  [undefined, false],
])("the request ID %j is kept: %s", (given, isKept) => {
  const id = requestIdOf(given);
  expect(id === given).toBe(isKept);
  expect(id).toMatch(isKept ? /./ : /^[0-9a-f]{16}$/);
});

test("a full queue drops spans and reports them; a temporary refusal repeats the batch; another one drops it", async () => {
  const span: EndedSpan = { traceId, spanId: parent, name: "a", kind: 1, startMs: 1, endMs: 2, attributes: {} };
  const statuses = [503, 200, 400];
  const bodies: string[] = [];
  const lost: [string, number][] = [];
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const exporter = createExporter({
    post: async (body) => {
      bodies.push(body);
      if (statuses.length === 1) resolve();
      return statuses.shift()!;
    },
    resource: {},
    scopeVersion: "1",
    onFailure: (error, count) => lost.push([String(error), count]),
    delayMs: 60_000,
    batchMax: 2,
    queueMax: 3,
  });
  for (let count = 0; count < 5; count += 1) exporter.take(span);
  await sent;
  await exporter.close();
  expect(bodies.map((body) => body.split("spanId").length - 1)).toEqual([2, 2, 1]);
  expect(bodies[1]).toBe(bodies[0]);
  expect(lost).toEqual([
    ["Error: The collector answered 400.", 1],
    ["Error: The queue of spans was full.", 2],
  ]);
});
