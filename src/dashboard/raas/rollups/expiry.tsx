import { useState } from "react";
import { formatMoment, formatRelative } from "../../lib/format/date.ts";
import { Countdown } from "../../ui/states/countdown.tsx";

interface ExpiryProps {
  /** Unix seconds. Null before the first term and after the end. */
  readonly at: number | null;
  readonly onOver?: () => void;
}

/** Shows a countdown within this time. */
const nearSeconds = 86_400;

/** Expiry of a rollup, with a countdown on the last day. */
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
