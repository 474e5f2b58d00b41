/** Tells what a node has earned as it grows, often enough that whoever shows it can run on by the pace in between. */
import { pointUnit, type Earning } from "../../../../resources/boost/points.ts";
import { shownAt } from "./earning.ts";
import { cloudNowMs } from "./node.ts";

/** Micro-points, and how many more of them a second brings. */
type Tell = (micro: bigint, perSecond: number) => void;

const secondMs = 1000;

/**
 * Calls `tell` now, with each second of the cloud's clock, for it may bring another rate, and with each whole point. The browser slows it
 * down while the page is out of view. Returns the way to end it.
 */
export const runCounter = (earning: Earning, tell: Tell): (() => void) => {
  let timer = 0;
  const tick = (): void => {
    const now = cloudNowMs();
    const micro = shownAt(earning, now);
    const toSecond = secondMs - (now % secondMs);
    // Within a second the figure runs evenly.
    const perSecond = (Number(shownAt(earning, now + toSecond - 1) - micro) / Math.max(1, toSecond - 1)) * secondMs;
    tell(micro, perSecond);
    const toPoint = perSecond > 0 ? (Number(pointUnit - (micro % pointUnit)) / perSecond) * secondMs : secondMs;
    timer = window.setTimeout(tick, Math.ceil(Math.min(toSecond, toPoint)));
  };
  tick();
  return () => clearTimeout(timer);
};
