import { useEffect, useState } from "react";
import { clockTickMs } from "../../../../../resources/limits.ts";

/** Counts down the whole seconds until a time in Unix seconds. Returns 0 afterwards. */
export const useSecondsUntil = (endsAtSeconds: number): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil(endsAtSeconds - nowMs / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), clockTickMs);
    return () => clearInterval(timer);
  }, [endsAtSeconds, isOver]);
  return left;
};
