import { useState } from "react";
import { formatMoment, formatRelative } from "../../lib/format/date.ts";
import { Countdown } from "../../ui/countdown.tsx";

interface ExpiryProps {
  /** Integer Unix seconds; null before the first term begins, and of what has ended. */
  readonly at: number | null;
  readonly onOver?: () => void;
}

/** Nearer than this, seconds count. */
const nearSeconds = 86_400;

/** When a rollup's time is over: a countdown on its last day. */
export const Expiry = ({ at, onOver }: ExpiryProps) => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  if (at === null) return <span className="fh-muted">–</span>;
  const left = at - nowMs / 1000;
  const over = () => {
    setNowMs(Date.now());
    onOver?.();
  };
  if (left > 0 && left < nearSeconds) return <Countdown endsAtSeconds={at} onTimeOver={over} />;
  return <time title={formatMoment(at)}>{left > 0 ? formatRelative(at) : "Expired"}</time>;
};
