/** Reports a node's growing earnings often enough for smooth interpolation in between. */
import { pointUnit, type Earning } from "../../../../resources/boost/points.ts";
import { shownAt } from "./earning.ts";
import { cloudNowMs } from "./node.ts";

/** Receives micro-points, and their growth per second. */
type OnValue = (micro: bigint, perSecond: number) => void;

const secondMs = 1000;

/**
 * Calls `tell` now, every second of the server's clock, since the rate may change, and at each whole point. The browser throttles it while
 * the page is hidden. Returns a stop function.
 */
export const runCounter = (earning: Earning, onValue: OnValue): (() => void) => {
  let timer = 0;
  const tick = (): void => {
    const now = cloudNowMs();
    const micro = shownAt(earning, now);
    const toSecond = secondMs - (now % secondMs);
    // Within a second the amount grows linearly.
    const perSecond = (Number(shownAt(earning, now + toSecond - 1) - micro) / Math.max(1, toSecond - 1)) * secondMs;
    onValue(micro, perSecond);
    const toPoint = perSecond > 0 ? (Number(pointUnit - (micro % pointUnit)) / perSecond) * secondMs : secondMs;
    timer = window.setTimeout(tick, Math.ceil(Math.min(toSecond, toPoint)));
  };
  tick();
  return () => clearTimeout(timer);
};
