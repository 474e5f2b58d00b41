import { useEffect, useRef, useState } from "react";
import { clockTickMs } from "../../../../resources/limits.ts";
import { remaining } from "../../lib/format/duration.ts";

interface CountdownProps {
  /** The end, in Unix seconds. */
  readonly endsAtSeconds: number;
  /** Called once per end when the time is up. */
  readonly onTimeOver?: () => void;
}

/** Hours, minutes and seconds until a moment; ticks every second. */
export const Countdown = ({ endsAtSeconds, onTimeOver }: CountdownProps) => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = endsAtSeconds - nowMs / 1000;
  const isOver = left < 0;
  const latest = useRef(onTimeOver);
  useEffect(() => {
    latest.current = onTimeOver;
  });
  useEffect(() => {
    if (isOver) return latest.current?.();
    const timer = setInterval(() => setNowMs(Date.now()), clockTickMs);
    return () => clearInterval(timer);
  }, [endsAtSeconds, isOver]);
  const { hours, minutes, seconds } = remaining(left);
  return (
    <span className="fh-countdown" role="timer" aria-label={`${hours} hours ${minutes} minutes ${seconds} seconds`}>
      <b>{hours}</b>:<b>{minutes}</b>:<b>{seconds}</b>
    </span>
  );
};
