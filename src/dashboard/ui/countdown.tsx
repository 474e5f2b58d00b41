import { useEffect, useState } from "react";
import { clockTickMs } from "../../../resources/limits.ts";
import { remaining } from "../lib/format/duration.ts";

interface CountdownProps {
  /** The end, in Unix seconds. */
  readonly endsAtSeconds: number;
  readonly onTimeOver?: () => void;
}

/** Hours, minutes and seconds until a moment; ticks every second. */
export const Countdown = ({ endsAtSeconds, onTimeOver }: CountdownProps) => {
  const [left, setLeft] = useState(() => endsAtSeconds - Date.now() / 1000);
  const over = left < 0;
  useEffect(() => {
    if (over) return onTimeOver?.();
    const timer = setInterval(() => setLeft(endsAtSeconds - Date.now() / 1000), clockTickMs);
    return () => clearInterval(timer);
  }, [endsAtSeconds, over, onTimeOver]);
  const { hours, minutes, seconds } = remaining(left);
  return (
    <span className="fh-countdown" role="timer" aria-label={`${hours} hours ${minutes} minutes ${seconds} seconds`}>
      <b>{hours}</b>:<b>{minutes}</b>:<b>{seconds}</b>
    </span>
  );
};
