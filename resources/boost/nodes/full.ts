import { claimable, type Earning } from "./points.ts";

/** Search limit in seconds. */
const horizon = 365 * 86_400;

/**
 * The first second, not before `at`, in which an untouched node is full: min { t ≥ at : claimable(t) = capacity }, found by bisection,
 * since the claimable amount never shrinks on its own. Undefined if that is more than a year away or never.
 */
export const fullAt = (node: Earning, at: number): number | undefined => {
  const isFull = (when: number): boolean => claimable(node, when) >= node.capacity;
  if (isFull(at)) return at;
  if (!isFull(at + horizon)) return undefined;
  let [before, full] = [at, at + horizon];
  while (full - before > 1) {
    const middle = Math.floor((before + full) / 2);
    if (isFull(middle)) full = middle;
    else before = middle;
  }
  return full;
};
