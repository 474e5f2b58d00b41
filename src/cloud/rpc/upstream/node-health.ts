/** Health of a node: latency, failures, and the height of its chain. */
import type { Upstream } from "./upstream.ts";

/** Consecutive failures before a node is paused: first for a second, then twice as long each time. */
const failuresMax = 3;
const restMs = 1000;
const restMsMax = 30_000;
/** A node further behind than this is used only if no other is left. */
const lagMax = 5;
/** Weight of a new response or failure in the averages. */
const weight = 0.2;
const failureCostMs = 2000;

export interface NodeHealth {
  readonly upstream: Upstream;
  latencyMs: number;
  /** Share of recent requests that failed, 0–1. */
  failureShare: number;
  failuresInARow: number;
  restsUntil: number;
  head: number | undefined;
}

export const healthOf = (upstream: Upstream): NodeHealth => ({
  upstream,
  latencyMs: 50,
  failureShare: 0,
  failuresInARow: 0,
  restsUntil: 0,
  head: undefined,
});

export const answered = (node: NodeHealth, ms: number): void => {
  node.latencyMs += (ms - node.latencyMs) * weight;
  node.failureShare *= 1 - weight;
  node.failuresInARow = 0;
  node.restsUntil = 0;
};

/** Records that another node was faster by at least this long. */
export const wasSlow = (node: NodeHealth, ms: number): void => {
  node.latencyMs += Math.max(0, ms - node.latencyMs) * weight;
};

export const failed = (node: NodeHealth, now = performance.now()): void => {
  node.failureShare += (1 - node.failureShare) * weight;
  node.failuresInARow += 1;
  const excess = node.failuresInARow - failuresMax;
  if (excess >= 0) node.restsUntil = now + Math.min(restMsMax, restMs * 2 ** excess);
};

/** Returns the available nodes, best first; none while all are paused. */
export const inOrder = (nodes: readonly NodeHealth[], now = performance.now()): NodeHealth[] => {
  const best = Math.max(...nodes.map(({ head = 0 }) => head));
  const lags = ({ head }: NodeHealth): boolean => head !== undefined && best - head > lagMax;
  const score = (node: NodeHealth): number =>
    node.latencyMs + node.failureShare * failureCostMs + (lags(node) ? 1e9 : 0);
  return nodes.filter(({ restsUntil }) => restsUntil <= now).toSorted((a, b) => score(a) - score(b));
};

/** Returns how long to wait for the best node before also asking the next. */
export const hedgeAfterMs = ({ latencyMs }: NodeHealth): number => Math.min(1000, Math.max(100, latencyMs * 4));
