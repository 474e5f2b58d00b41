import { useEffect, useRef } from "react";
import { formatPoints, formatPointsExactly, microPoints, type PointAmount } from "../../lib/format/points.ts";

const runMs = 700;

/** Counts up to a new number of points. Updates the DOM without rendering. */
export const Counter = ({ points }: { readonly points: PointAmount }) => {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef<bigint>(undefined);
  const micro = microPoints(points);
  useEffect(() => {
    const from = shown.current;
    shown.current = micro;
    const span = element.current!;
    if (from === undefined || from === micro || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      span.textContent = formatPoints(micro);
      return undefined;
    }
    const started = performance.now();
    let frame = 0;
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, now - started) / runMs);
      const eased = BigInt(Math.round((1 - (1 - share) ** 3) * 1000));
      span.textContent = formatPoints(from + ((micro - from) * eased) / 1000n);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [micro]);
  return <span ref={element} title={`${formatPointsExactly(micro)} points`} />;
};
