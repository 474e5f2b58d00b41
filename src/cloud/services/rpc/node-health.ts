/** What is known of a node: how fast it answers, whether it does, and how far its chain has come. */
import type { Upstream } from "./upstream.ts";

/** After so many failures in a row a node is left alone: first for a second, then twice as long each time. */
const failuresMax = 3;
const restMs = 1000;
const restMsMax = 30_000;
/** A node that is further behind than this is asked only when no other is left. */
const lagMax = 5;
/** What one answer, or one failure, weighs against those before. */
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

/** Another node was faster by this long at least. */
export const wasSlow = (node: NodeHealth, ms: number): void => {
  node.latencyMs += Math.max(0, ms - node.latencyMs) * weight;
};

export const failed = (node: NodeHealth, now = performance.now()): void => {
  node.failureShare += (1 - node.failureShare) * weight;
  node.failuresInARow += 1;
  const over = node.failuresInARow - failuresMax;
  if (over >= 0) node.restsUntil = now + Math.min(restMsMax, restMs * 2 ** over);
};

/** Those that may be asked now, the best first; none while all rest. */
export const inOrder = (nodes: readonly NodeHealth[], now = performance.now()): NodeHealth[] => {
  const best = Math.max(...nodes.map(({ head = 0 }) => head));
  const lags = ({ head }: NodeHealth): boolean => head !== undefined && best - head > lagMax;
  const score = (node: NodeHealth): number =>
    node.latencyMs + node.failureShare * failureCostMs + (lags(node) ? 1e9 : 0);
  return nodes.filter(({ restsUntil }) => restsUntil <= now).toSorted((a, b) => score(a) - score(b));
};

/** How long the best node may take before the next is asked beside it. */
export const hedgeAfterMs = ({ latencyMs }: NodeHealth): number => Math.min(1000, Math.max(100, latencyMs * 4));
