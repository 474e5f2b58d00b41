import { useEffect, useRef, useState } from "react";

const morphMs = 620;
const easeOut = (share: number): number => 1 - (1 - share) ** 4;

/** Animates numbers to `target` when it changes. Jumps with reduced motion. */
export const useMorph = (start: readonly number[], target: readonly number[]): readonly number[] => {
  const [shown, setShown] = useState(start);
  const current = useRef(start);
  useEffect(() => {
    const from = current.current;
    const started = performance.now();
    const show = (share: number): void => {
      current.current = target.map((value, index) => from[index]! + (value - from[index]!) * easeOut(share));
      setShown(current.current);
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return show(1);
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - started) / morphMs));
      show(share);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
};
