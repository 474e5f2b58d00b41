/** Draws what a node has earned as it grows. Nothing is rendered for it, and nothing done while the figure stays the same. */
import type { Earning } from "../../../../resources/boost/points.ts";
import { shownAt } from "./earning.ts";
import { cloudNowMs } from "./node.ts";

interface Counting {
  /** Micro-points by which the figure moves on. */
  readonly step: bigint;
  /** Once a second only, for who wants little to move. */
  readonly isCalm: boolean;
  readonly draw: (micro: bigint) => void;
}

const frameMs = 1000 / 60;
const secondMs = 1000;
/** Between two figures. A frame in which anything changes costs the browser some 2 ms, so not each one may: bench boost-page. */
const leastMs = 80;

/** Calls `draw` whenever the figure has moved on; the browser stops it while the page is out of view. Returns the way to end it. */
export const runCounter = (earning: Earning, { step, isCalm, draw }: Counting): (() => void) => {
  let shown: bigint | undefined;
  let frame = 0;
  let timer = 0;
  const tick = (): void => {
    const now = cloudNowMs();
    const micro = shownAt(earning, now);
    if (shown === undefined || micro / step !== shown / step) draw(micro);
    shown = micro;
    const waitMs = isCalm ? secondMs - (now % secondMs) : nextStepMs(earning, now, micro, step);
    timer = window.setTimeout(() => (frame = requestAnimationFrame(tick)), waitMs - frameMs / 2);
  };
  tick();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** Until the figure's last place changes; a second at most, for another second may bring another rate. */
const nextStepMs = (earning: Earning, now: number, micro: bigint, step: bigint): number => {
  const perSecond = Number(shownAt(earning, now + secondMs) - micro);
  const missing = Number(step - (micro % step));
  return perSecond <= 0 ? secondMs : Math.min(secondMs, Math.max(leastMs, (missing / perSecond) * secondMs));
};
