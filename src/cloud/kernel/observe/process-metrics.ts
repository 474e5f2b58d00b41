/** Metrics of the whole process that its engines and workers count; /metrics reports them. */
import { Counter, Gauge, Histogram } from "prom-client";
import { inSpan } from "./work.ts";

/** Engines whose calls are counted; `upstream` is a name from the settings, never an address. */
export type Engine = "blobs" | "ipfs" | "rpc" | "ai" | "chains" | "git" | "mail" | "limits";

export const secondsBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const jobBuckets = [0.1, 1, 10, 60, 600];

const calls = new Gauge({
  name: "engine_calls_in_progress",
  help: "Calls to engines in progress.",
  labelNames: ["engine", "upstream"] as const,
  registers: [],
});
const callSeconds = new Histogram({
  name: "engine_call_duration_seconds",
  help: "Duration of calls to engines.",
  labelNames: ["engine", "upstream", "outcome"] as const,
  buckets: secondsBuckets,
  registers: [],
});

export const jobSeconds = new Histogram({
  name: "job_duration_seconds",
  help: "Duration of jobs in this process.",
  labelNames: ["queue", "outcome"] as const,
  buckets: jobBuckets,
  registers: [],
});
export const buildSlots = new Gauge({
  name: "build_slots",
  help: "Deployments that this worker runs at the same time at most.",
  labelNames: ["lane"] as const,
  registers: [],
});
export const buildSlotsInUse = new Gauge({
  name: "build_slots_in_use",
  help: "Deployments that this worker runs.",
  labelNames: ["lane"] as const,
  registers: [],
});
export const spansDropped = new Counter({
  name: "trace_spans_dropped_total",
  help: "Spans that could not be exported.",
  registers: [],
});

export const processMetrics = [calls, callSeconds, jobSeconds, buildSlots, buildSlotsInUse, spansDropped] as const;

export interface EngineCall {
  readonly engine: Engine;
  /** Name of the server in settings and labels. */
  readonly upstream: string;
  readonly operation: string;
}

/**
 * Counts a call to an engine, and traces it if the current work is traced. `act` receives a function to call once a response that is
 * read later has ended; if it does not use it, the call ends with its promise.
 */
export const callEngine = <T>(
  { engine, upstream, operation }: EngineCall,
  act: (keepOpen: () => () => void) => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now();
  calls.labels(engine, upstream).inc();
  let isOpen = false;
  let isEnded = false;
  const end = (outcome: "ok" | "error"): void => {
    if (isEnded) return;
    isEnded = true;
    calls.labels(engine, upstream).dec();
    callSeconds.labels(engine, upstream, outcome).observe((performance.now() - startedAt) / 1000);
  };
  const keepOpen = () => {
    isOpen = true;
    return () => end("ok");
  };
  const attributes = { "freehold.engine": engine, "peer.service": upstream, "freehold.operation": operation };
  return inSpan(`${engine} ${operation}`, "client", attributes, () => act(keepOpen)).then(
    (result) => {
      if (!isOpen) end("ok");
      return result;
    },
    (error: unknown) => {
      end("error");
      throw error;
    },
  );
};
